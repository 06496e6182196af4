import { expect, test } from "bun:test";
import { panBy, wholePicture, zoomAt } from "./zoom.ts";

const stage = { width: 1000, height: 600 };
const picture = { width: 800, height: 600 };

test("what one points at stays under the pointer", () => {
  const near = zoomAt(wholePicture, 2, { x: 200, y: 100 }, picture, stage);
  expect(near).toEqual({ scale: 2, x: -200, y: -100 });
  // The picture's point at (200, 100) returns to its place.
  expect({ x: 200 * near.scale + near.x, y: 100 * near.scale + near.y }).toEqual({
    x: 200,
    y: 100,
  });
});

test("one comes as near as five times, and goes back to the whole", () => {
  expect(zoomAt(wholePicture, 40, { x: 0, y: 0 }, picture, stage).scale).toBe(5);
  const far = zoomAt({ scale: 3, x: 300, y: -200 }, 0.01, { x: 50, y: 50 }, picture, stage);
  expect(far).toEqual(wholePicture);
});

test("no edge comes into the stage, and what fits stays in the middle", () => {
  expect(panBy({ scale: 2, x: 0, y: 0 }, { x: 5000, y: -5000 }, picture, stage)).toEqual({
    scale: 2,
    x: 300,
    y: -300,
  });
  expect(panBy(wholePicture, { x: 40, y: 40 }, picture, stage)).toEqual(wholePicture);
  expect(panBy({ scale: 1.2, x: 0, y: 0 }, { x: 40, y: 40 }, picture, stage)).toEqual({
    scale: 1.2,
    x: 0,
    y: 40,
  });
});
