import { useSignals } from "@preact/signals-react/runtime";
import { PencilLine, Reply } from "lucide-react";
import { useTranslation } from "../../../kit/text.ts";
import { draftOf } from "../../../inbox/draft.ts";
import { plain } from "../../../messages/format.ts";
import { UnsentMark } from "../../../parts/tickets/UnsentMark.tsx";
import { onDemand } from "../../../kit/on-demand.ts";
import { customerState } from "../../../inbox/presence.ts";
import type { Ticket } from "../../../types.ts";

const SearchHit = onDemand(async () => (await import("./SearchHit.tsx")).SearchHit);

/**
 * Shows what the customer does now, the search hit, the draft, or the last message. A mark before
 * the draft or message shows that a message was not sent.
 */
export function RowPreview({
  ticket,
  isOpen,
  searchText,
}: {
  ticket: Ticket;
  isOpen: boolean;
  searchText: string | undefined;
}) {
  useSignals();
  const { t } = useTranslation();
  const customerDoes = customerState(ticket.id);
  const draft = isOpen ? "" : draftOf(ticket.id).value.text.trim();
  const text = plain(ticket.lastMessage) || " ";
  const last = (
    <>
      <UnsentMark ticket={ticket} />
      {ticket.lastMessageFromMe && !ticket.sendFailed ? <OwnReply>{text}</OwnReply> : text}
    </>
  );
  if (searchText && !customerDoes)
    return (
      <SearchHit ticket={ticket} searchText={searchText}>
        {last}
      </SearchHit>
    );
  if (customerDoes)
    return <span className="text-primary font-medium">{t(`tickets.doing.${customerDoes}`)}</span>;
  if (!draft) return last;
  return (
    <>
      <UnsentMark ticket={ticket} />
      <PencilLine
        size={13}
        className="text-waiting mr-1 inline align-[-2px]"
        role="img"
        aria-label={t("tickets.draft")}
      />
      {draft}
    </>
  );
}

/** The agent wrote these words. */
function OwnReply({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <>
      <Reply
        size={13}
        className="text-muted mr-1 inline align-[-2px]"
        role="img"
        aria-label={t("tickets.answered")}
      />
      {children}
    </>
  );
}
