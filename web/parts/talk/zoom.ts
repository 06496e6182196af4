/** The scale of a picture, and the offset of its centre in px. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const wholePicture: View = { scale: 1, x: 0, y: 0 };
export const maxScale = 5;

/**
 * Zooms between the whole picture and five times its size. The point at `point` (from the centre of
 * the stage) keeps its place.
 */
export function zoomAt(view: View, factor: number, point: Point, picture: Size, stage: Size): View {
  const scale = Math.min(maxScale, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return clampToStage(
    { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown },
    picture,
    stage,
  );
}

/** Moves the picture, but never so far that its edge enters the stage. */
export const panBy = (view: View, by: Point, picture: Size, stage: Size): View =>
  clampToStage({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, stage);

function clampToStage({ scale, x, y }: View, picture: Size, stage: Size): View {
  const across = Math.max(0, (picture.width * scale - stage.width) / 2);
  const down = Math.max(0, (picture.height * scale - stage.height) / 2);
  return { scale, x: clamp(x, across), y: clamp(y, down) };
}

const clamp = (value: number, max: number) => Math.min(max, Math.max(-max, value)) || 0;
