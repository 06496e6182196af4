import { expect, test } from "bun:test";
import { variableWord } from "./suggestions.ts";

test("two open braces before the caret ask for a variable", () => {
  expect(["Oi {{", "Oi {{ pri", "{{name}} e {{da"].map(variableWord)).toEqual(["", "pri", "da"]);
  expect(["Oi {", "{{name}}", "{{a\nb", "{{a {b"].map(variableWord)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});
