import { z } from "zod";
import { normalized } from "../../attendance/answers.ts";
import { arrayOf, id, line, text, verbatim } from "../../kit/http/fields.ts";

/** The most nodes of a tree. */
export const maxNodes = 500;

/** The customer's answer that chooses the option; `0` and `#` lead back in the menu. */
export const option = line(20, 1).refine(
  (text) => text === "" || !["", "0", "#"].includes(normalized(text)),
  "invalid",
);
export const fields = { title: text(255, 1), message: verbatim(2000).default("") };

export const optionBody = z.object({
  queueId: id,
  parentId: id.nullish(),
  option: option.optional(),
  ...fields,
});
export const optionChange = z
  .object({
    parentId: id.nullable(),
    option,
    title: fields.title,
    message: fields.message.unwrap(),
  })
  .partial();
export const orderBody = z.object({
  queueId: id,
  parentId: id.nullish(),
  ids: arrayOf(id, maxNodes),
});
