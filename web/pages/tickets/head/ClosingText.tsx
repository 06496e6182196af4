import { useEffect, useState } from "react";
import type * as ticketsTable from "../../../../src/modules/tickets/table.ts";
import { api } from "../../../kit/api.ts";
import { useTranslation } from "../../../kit/text.ts";
import { Formatted } from "../../../messages/Formatted.tsx";

/**
 * The texts that the customer would receive if the agent closed the ticket now. The server composes
 * them.
 */
export function ClosingText({ ticketId }: { ticketId: number }) {
  const { t } = useTranslation();
  const [words, setWords] = useState<ticketsTable.Farewell | "failed" | null>(null);
  useEffect(() => {
    let gone = false;
    api.get<ticketsTable.Farewell>(`/tickets/${ticketId}/farewell`).then(
      (read) => gone || setWords(read),
      () => gone || setWords("failed"),
    );
    return () => void (gone = true);
  }, [ticketId]);
  if (words === null) return <p className="text-muted text-small w-64">{t("common.loading")}</p>;
  if (words === "failed")
    return <p className="text-muted text-small w-64">{t("tickets.ending.failed")}</p>;
  return <ClosingTexts {...words} />;
}

/** The same texts, after they are loaded. */
export function ClosingTexts({ says, thanks }: ticketsTable.Farewell) {
  const { t } = useTranslation();
  return (
    <div className="text-small flex w-64 flex-col gap-1.5">
      <p className="text-muted">
        {t(says.length > 0 ? "tickets.ending.hears" : "tickets.ending.nothing")}
      </p>
      {says.map((text) => (
        <ClosingBubble key={text} text={text} />
      ))}
      {thanks && <p className="text-muted">{t("tickets.ending.after")}</p>}
      {thanks && <ClosingBubble text={thanks} />}
    </div>
  );
}

const ClosingBubble = ({ text }: { text: string }) => (
  <div className="bg-base-200 max-h-44 overflow-y-auto rounded-lg px-2.5 py-1.5 break-words whitespace-pre-wrap">
    <Formatted text={text} />
  </div>
);
