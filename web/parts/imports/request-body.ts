import type { Mapping } from "../../../src/modules/imports/table.ts";
import { columnsOf, fieldName, isField, many } from "./columns.ts";
import {
  columnTargets,
  decimals,
  headless,
  namedLines,
  onlyNamed,
  rename,
  sheet,
  type Target,
  validate,
  withoutCost,
} from "./state.ts";

export function requestBody() {
  const at = (target: Target) => columnsOf(target)[0] ?? null;
  const fields = columnTargets.peek().flatMap((target, column) =>
    isField(target)
      ? [
          {
            column,
            name: target === "field" ? fieldName(column) : target,
          },
        ]
      : [],
  );
  const mapping: Mapping = {
    name: at("name"),
    number: at("number"),
    email: at("email"),
    tags: at("tags"),
    fields,
    more: many.flatMap((name) =>
      columnsOf(name)
        .slice(name === "otherName" ? 0 : 1)
        .map((column) => ({ column, name })),
    ),
  };
  return {
    mapping,
    sheet: sheet.peek()!.sheet,
    head: sheet.peek()!.headLine,
    decimals: decimals.peek(),
    withoutCost: withoutCost.peek(),
    headless: headless.peek(),
    validate: validate.peek(),
    rename: rename.peek(),
    lines: [...namedLines.peek()],
    only: onlyNamed.peek(),
  };
}
