/** How near one is to a picture, and how far its middle was moved, in px. */
export type View = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const wholePicture: View = { scale: 1, x: 0, y: 0 };
export const maxScale = 5;

/**
 * Nearer or farther, from the whole picture to five times; what is at `point` (from the middle of
 * the stage) stays where it is.
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

/** Moved, but never so far that an edge comes into the stage. */
export const panBy = (view: View, by: Point, picture: Size, stage: Size): View =>
  clampToStage({ ...view, x: view.x + by.x, y: view.y + by.y }, picture, stage);

function clampToStage({ scale, x, y }: View, picture: Size, stage: Size): View {
  const across = Math.max(0, (picture.width * scale - stage.width) / 2);
  const down = Math.max(0, (picture.height * scale - stage.height) / 2);
  return { scale, x: clamp(x, across), y: clamp(y, down) };
}

const clamp = (value: number, max: number) => Math.min(max, Math.max(-max, value)) || 0;
