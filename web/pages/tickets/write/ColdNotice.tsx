import { useSignals } from "@preact/signals-react/runtime";
import { useChoices } from "../../../forms/choices.ts";
import { thread } from "../../../inbox/thread.ts";
import { connections } from "../../../lists/company-lists.ts";
import { onDemand } from "../../../kit/on-demand.ts";
import type { Ticket } from "../../../types.ts";

const RestrictionNotice = onDemand(
  async () => (await import("../../../parts/RestrictionNotice.tsx")).RestrictionNotice,
);

const day = 86_400_000;

/**
 * Warns that a message to a contact who did not write within a day waits while WhatsApp restricts
 * the connection. rules.md#restrictions
 */
export function ColdNotice({ ticket: { id, isGroup, whatsappId } }: { ticket: Ticket }) {
  useSignals();
  useChoices(connections);
  const { messages, state } = thread(id);
  const restriction =
    connections.rows.value?.find((connection) => connection.id === whatsappId)?.restriction ?? null;
  if (!restriction || isGroup || state.value !== "ready") return null;
  const isCold = !messages.value.some(
    ({ fromMe, createdAt }) => !fromMe && Date.parse(createdAt) > Date.now() - day,
  );
  return isCold ? (
    <div className="mb-1.5">
      <RestrictionNotice restriction={restriction} />
    </div>
  ) : null;
}
