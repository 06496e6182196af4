import { MailWarning } from "lucide-react";
import { Link } from "wouter";
import { useTranslation } from "../kit/text.ts";

/** Tells of received messages that belong to no conversation, with a link to handle them. */
export function MessagesSetAside({ connections }: { connections: { setAside: number }[] }) {
  const { t } = useTranslation();
  return (
    <div
      data-messages-set-aside
      className="bg-warning text-warning-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 phone:px-5"
    >
      <MailWarning size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">
        {t("connections.setAside.what", {
          count: connections.reduce((sum, { setAside }) => sum + setAside, 0),
        })}
      </p>
      <Link href="/connections" className="font-medium underline underline-offset-2">
        {t("connections.down.look")}
      </Link>
    </div>
  );
}
