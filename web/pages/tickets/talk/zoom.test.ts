import { expect, test } from "bun:test";
import { moved, whole, zoomed } from "./zoom.ts";

const stage = { width: 1000, height: 600 };
const picture = { width: 800, height: 600 };

test("what one points at stays under the pointer", () => {
  const near = zoomed(whole, 2, { x: 200, y: 100 }, picture, stage);
  expect(near).toEqual({ scale: 2, x: -200, y: -100 });
  // The point of the picture that was at (200, 100) is there again.
  expect({ x: 200 * near.scale + near.x, y: 100 * near.scale + near.y }).toEqual({ x: 200, y: 100 });
});

test("one comes as near as five times, and goes back to the whole", () => {
  expect(zoomed(whole, 40, { x: 0, y: 0 }, picture, stage).scale).toBe(5);
  const far = zoomed({ scale: 3, x: 300, y: -200 }, 0.01, { x: 50, y: 50 }, picture, stage);
  expect(far).toEqual(whole);
});

test("no edge comes into the stage, and what fits stays in the middle", () => {
  expect(moved({ scale: 2, x: 0, y: 0 }, { x: 5000, y: -5000 }, picture, stage)).toEqual({ scale: 2, x: 300, y: -300 });
  expect(moved(whole, { x: 40, y: 40 }, picture, stage)).toEqual(whole);
  expect(moved({ scale: 1.2, x: 0, y: 0 }, { x: 40, y: 40 }, picture, stage)).toEqual({ scale: 1.2, x: 0, y: 40 });
});
