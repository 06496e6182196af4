import { useSignals } from "@preact/signals-react/runtime";
import { MailWarning, RotateCw } from "lucide-react";
import { useEffect, useState } from "react";
import type * as connectionsTable from "../../../src/modules/connections/table.ts";
import { api } from "../../kit/api.ts";
import { timeOrDateTime, phone, useTranslation } from "../../kit/text.ts";
import { busy, retrySetAside } from "../../parts/linking/connection-calls.ts";
import type { LinkableConnection } from "../../parts/linking/types.ts";

/**
 * Messages that were received but could not be stored in a conversation: their senders, and a
 * retry.
 */
export function SetAside({ connection }: { connection: LinkableConnection }) {
  const [messages, setMessages] = useState<connectionsTable.SetAside[]>([]);
  useEffect(() => {
    if (connection.setAside === 0) return;
    // Without the names, the notice still shows the number of messages.
    void api
      .get<connectionsTable.SetAside[]>(`/whatsappsession/${connection.id}/set-aside`)
      .then(setMessages, () => setMessages([]));
  }, [connection.id, connection.setAside]);
  return connection.setAside > 0 && <SetAsideNotice connection={connection} messages={messages} />;
}

export function SetAsideNotice({
  connection: { id, name, setAside },
  messages,
}: {
  connection: LinkableConnection;
  messages: connectionsTable.SetAside[];
}) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div
      data-set-aside
      className="rounded-card border-line bg-base-200 flex flex-wrap items-start gap-x-4 gap-y-2.5 border px-3 py-2.5"
    >
      <div className="flex min-w-60 flex-1 items-start gap-2.5">
        <MailWarning size={18} aria-hidden className="text-waiting mt-px shrink-0" />
        <div className="max-w-prose min-w-0">
          <p>
            <span className="font-medium">
              {t("connections.setAside.what", { count: setAside })}
            </span>{" "}
            {t("connections.setAside.todo")}
          </p>
          {messages.length > 0 && (
            <p className="text-muted text-small tabular mt-1 break-words">
              {messages.map(describe).join(" · ")}
            </p>
          )}
        </div>
      </div>
      <button
        type="button"
        className="btn btn-sm"
        disabled={busy.value.has(id)}
        aria-label={`${t("connections.setAside.retry")}: ${name}`}
        onClick={() => void retrySetAside(id)}
      >
        <RotateCw size={16} aria-hidden />
        {t("connections.setAside.retry")}
      </button>
    </div>
  );
}

function describe({ from: { ids, name }, at }: connectionsTable.SetAside) {
  const [first] = ids;
  const who = name || (first?.type === "phone" ? phone(first.value) : "");
  return [who, at > 0 && timeOrDateTime(new Date(at).toISOString())].filter(Boolean).join(", ");
}
