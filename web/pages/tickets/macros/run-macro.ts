import { api, ApiError } from "../../../kit/api.ts";
import { errorText, t } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { nextTicket } from "../../../inbox/list-state.ts";
import { expectingRemoval, leaveTicket, undoAction } from "../../../inbox/open-ticket.ts";
import type { Macro } from "../../../parts/macros/macros.ts";
import type { Ticket } from "../../../types.ts";

type Answer = { done: number[]; refused: { id: number; step: number | null; error: string }[] };

/** The step that could not run, and why, in words. */
export type StepFailure = { step: number | null; text: string };

/**
 * Runs a macro on tickets. Of a single one its failure is returned; of many, toasts name those that
 * were refused.
 */
export async function runMacro(
  { id, name, steps }: Macro,
  tickets: Ticket[],
): Promise<StepFailure | undefined> {
  const ids = tickets.map((ticket) => ticket.id);
  const [only] = tickets.length === 1 ? tickets : [];
  const next = only && nextTicket(only.id);
  const { done, refused } = await expectingRemoval(ids, () =>
    api.post<Answer>(`/macros/${id}/run`, { ticketIds: ids }),
  );
  const [first] = refused;
  if (only && first) return { step: first.step, text: wordsOf(first.error) };
  const isMoved = steps.some(({ kind }) => kind === "queue" || kind === "resolve");
  const isUndoable = steps.some(({ kind }) => kind !== "text" && kind !== "reminder");
  if (done.length > 0)
    toast.success(
      t("runMacro.done", { name, count: done.length }),
      only && isUndoable ? undoAction(only) : undefined,
    );
  if (only && (isMoved || steps.some(({ kind }) => kind === "snooze"))) leaveTicket(only, next);
  for (const { id: refusedId, error } of refused)
    toast.error(
      t("runMacro.refused", {
        name: tickets.find((ticket) => ticket.id === refusedId)?.contact.name,
        why: wordsOf(error),
      }),
    );
  return undefined;
}

export const wordsOf = (error: string) => errorText(new ApiError(409, { error }));
