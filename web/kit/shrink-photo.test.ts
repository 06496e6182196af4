import { expect, test } from "bun:test";
import { uploadLimit } from "../../src/shared/limits.ts";
import { scaleFor } from "./shrink-photo.ts";

test("a photo shrinks when it has more pixels than anyone needs, or more bytes than go", () => {
  expect(scaleFor(4000 * 3000, 3_000_000)).toBeNull();
  expect(scaleFor(4000 * 4000, uploadLimit)).toBeNull();
  expect(scaleFor(8000 * 8000, 3_000_000)).toBeCloseTo(0.5);
  expect(scaleFor(4000 * 3000, uploadLimit + 1)).toBe(1);
});
