import { CircleAlert, CircleCheck, Send } from "lucide-react";
import { useState } from "react";
import { api } from "../../kit/api.ts";
import { errorText, useTranslation } from "../../kit/text.ts";
import type { LinkableConnection } from "../../parts/linking/types.ts";

type Sent = "no" | "going" | "yes" | { refused: string };

/** Stores the test number in the connection, and sends a message to it. */
export function TestMessage({
  connection,
  number,
}: {
  connection?: LinkableConnection;
  number: string;
}) {
  const { t } = useTranslation();
  const [sent, setSent] = useState<Sent>("no");
  if (!connection)
    return <p className="text-muted text-small mt-1">{t("connections.test.afterSaving")}</p>;

  const send = async () => {
    setSent("going");
    try {
      if (number !== connection.phoneTest)
        await api.put(`/whatsapp/${connection.id}`, { phoneTest: number });
      await api.post(`/whatsapp/${connection.id}/test`);
      setSent("yes");
    } catch (error) {
      setSent({ refused: errorText(error) });
    }
  };
  const up = connection.status === "CONNECTED";
  const ready = up && /^\d{8,12}$/.test(number) && sent !== "going";

  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <button type="button" className="btn btn-sm" disabled={!ready} onClick={() => void send()}>
        {sent === "going" ? (
          <span aria-hidden className="loading loading-spinner loading-xs" />
        ) : (
          <Send size={16} aria-hidden />
        )}
        {t("connections.test.send")}
      </button>
      <p role="status" className="text-small flex items-start gap-1.5 empty:hidden">
        {!up && <span className="text-muted">{t("connections.test.down")}</span>}
        {sent === "yes" && (
          <>
            <CircleCheck size={16} aria-hidden className="text-primary mt-px shrink-0" />
            {t("connections.test.sent", { number })}
          </>
        )}
        {typeof sent === "object" && (
          <>
            <CircleAlert size={16} aria-hidden className="text-error mt-px shrink-0" />
            {sent.refused}
          </>
        )}
      </p>
    </div>
  );
}
