import { useSignals } from "@preact/signals-react/runtime";
import { Unplug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { can } from "../../session.ts";
import { connections, useChoices } from "./choices.ts";
import type { Ticket } from "./types.ts";

/** Says that the phone behind a ticket is not connected: what one writes waits. */
export function LineDown({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  const line = connections.rows.value?.find(({ id }) => id === ticket.whatsappId);
  if (!line || line.status === "CONNECTED" || ticket.status === "closed") return null;
  return (
    <div role="status" className="bg-warning text-warning-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <Unplug size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">{t("messages.lineDown", { name: line.name })}</p>
      {can("practice") && line.provider === "practice" ? (
        <Link href={`/practice/${line.id}`} className="font-medium underline underline-offset-2">
          {t("messages.reconnect")}
        </Link>
      ) : (
        <span className="text-small">{t("messages.askAdmin")}</span>
      )}
    </div>
  );
}
