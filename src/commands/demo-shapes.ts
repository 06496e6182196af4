export type Point = readonly [x: number, y: number];
export type Shape = {
  color: string;
  /** The middle of all that it covers, and how far that goes. */ middle: Point;
  reach: Point;
  /** The distance of a point outside the shape; negative inside. */ distance: (
    x: number,
    y: number,
  ) => number;
};

export type Drawing = { ground: string; shapes: Shape[] };

export const shadow = (y: number) => ellipse([50, y], [34, 5], "#00000022");

export function ellipse(middle: Point, reach: Point, color: string): Shape {
  const [[cx, cy], [rx, ry]] = [middle, reach];
  const least = Math.min(rx, ry);
  return {
    color,
    middle,
    reach,
    distance: (x, y) => (length((x - cx) / rx, (y - cy) / ry) - 1) * least,
  };
}

export function box(middle: Point, reach: Point, round: number, color: string): Shape {
  const [[cx, cy], [halfWidth, halfHeight]] = [middle, reach];
  const radius = Math.min(round, halfWidth, halfHeight);
  const distance = (x: number, y: number) => {
    const [dx, dy] = [
      Math.abs(x - cx) - halfWidth + radius,
      Math.abs(y - cy) - halfHeight + radius,
    ];
    return length(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };
  return { color, middle, reach, distance };
}

export const line = (from: Point, to: Point, radius: number, color: string): Shape => ({
  color,
  ...around([from, to], radius),
  distance: (x, y) => toSegment(x, y, from, to) - radius,
});

export function polygon(corners: Point[], round: number, color: string): Shape {
  const sides = corners.map(
    (corner, index) => [corner, corners[(index + 1) % corners.length]!] as const,
  );
  const distance = (x: number, y: number) => {
    const edge = Math.min(...sides.map(([from, to]) => toSegment(x, y, from, to)));
    const crossed = sides.filter(
      ([[ax, ay], [bx, by]]) => ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax,
    ).length;
    return (crossed % 2 === 1 ? -edge : edge) - round;
  };
  return { color, ...around(corners, round), distance };
}

function around(points: Point[], more: number): Pick<Shape, "middle" | "reach"> {
  const [[left, right], [top, bottom]] = [
    ends(points.map(([x]) => x)),
    ends(points.map(([, y]) => y)),
  ];
  return {
    middle: [(left + right) / 2, (top + bottom) / 2],
    reach: [(right - left) / 2 + more, (bottom - top) / 2 + more],
  };
}

const ends = (places: number[]) => [Math.min(...places), Math.max(...places)] as const;

// Math.hypot takes ten times as long.
const length = (x: number, y: number) => Math.sqrt(x * x + y * y);

function toSegment(x: number, y: number, [ax, ay]: Point, [bx, by]: Point): number {
  const [width, height] = [bx - ax, by - ay];
  const along = Math.min(
    1,
    Math.max(0, ((x - ax) * width + (y - ay) * height) / (width ** 2 + height ** 2)),
  );
  return length(x - ax - along * width, y - ay - along * height);
}
