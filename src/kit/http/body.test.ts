import { expect, test } from "bun:test";
import { parseJson } from "./body.ts";
import { Fault } from "../fault.ts";

const refusal = (text: string) => {
  try {
    parseJson(text);
  } catch (thrown) {
    return thrown instanceof Fault ? thrown.reason : thrown;
  }
};

test("brackets in a text are text, however it is written", () => {
  for (const words of [
    "[".repeat(500),
    "]".repeat(500),
    `\\"${"[".repeat(500)}`,
    "\\\\",
    `fim \\\\\\"${"{".repeat(500)}`,
  ]) {
    const text = `{"body":"${words}","list":[1,{"a":"}"}]}`;
    expect(parseJson(text)).toEqual(JSON.parse(text));
  }
});

test("depth is depth, whatever was closed before it", () => {
  for (const before of ["]".repeat(500), `"${"]".repeat(500)}",`, `"\\"]]]]",`, `"\\\\",`])
    expect([before, refusal(`[${before}${"[".repeat(200)}`)]).toEqual([before, "ERR_TOO_COMPLEX"]);
  expect(refusal("[".repeat(64) + "]".repeat(64))).toBeUndefined();
  expect(refusal("[".repeat(65) + "]".repeat(65))).toBe("ERR_TOO_COMPLEX");
});

test("nothing has parts by the hundred thousand", () => {
  expect(refusal(`[${"1,".repeat(100_000)}1]`)).toBe("ERR_TOO_COMPLEX");
  expect(refusal(`[${"[],".repeat(30_000)}1]`)).toBe("ERR_TOO_COMPLEX");
  expect(refusal(`["${",".repeat(100_000)}"]`)).toBeUndefined();
});

test("what is no JSON is malformed", () => {
  for (const text of ["{", '"', "\\", '"\\', "]", "nada", "[1,]"])
    expect([text, refusal(text)]).toEqual([text, "ERR_MALFORMED"]);
});
