import type { Draft } from "../draft.ts";
import { rowsOf } from "../options/tree.ts";
import type { Desk } from "./use-simulator.ts";

/** The desk with the edited queue. A new queue has no id yet. */
export function deskOf(
  {
    name,
    greetingMessage,
    outOfHoursMessage,
    complationMessage,
    ratingMessage,
    schedules,
    integrationId,
    promptId,
    options,
  }: Draft,
  id: number | null,
): Desk {
  const rows = rowsOf(options);
  return {
    queues: [
      {
        id: id ?? 0,
        name,
        greetingMessage,
        outOfHoursMessage,
        complationMessage,
        ratingMessage,
        schedules,
        integrationId,
        promptId,
        // A file uses its node's position as id, because unsaved files have none.
        options: rows.map(
          ({ node: { key, option, title, message, file, stored }, parent }, index) => ({
            id: key,
            parentId: parent?.key ?? null,
            option,
            title,
            message,
            mediaId: (file === undefined ? stored : file) ? index + 1 : null,
          }),
        ),
      },
    ],
  };
}
