import { useSignals } from "@preact/signals-react/runtime";
import { Unplug } from "lucide-react";
import { Link } from "wouter";
import { language, timeOrDateTime, useTranslation } from "../kit/text.ts";
import { languageTags } from "../kit/translations.ts";
import { can } from "../session/can.ts";

/** Names the connections that are down, and since when (ISO 8601). Messages on them wait. */
export function ConnectionsDown({
  connections,
}: {
  connections: { id: number; name: string; since: string }[];
}) {
  useSignals();
  const { t } = useTranslation();
  const admin = can("drawer-admin-items:view");
  const names = new Intl.ListFormat(languageTags[language.value]).format(
    connections.map(({ name }) => name),
  );
  const since = timeOrDateTime(connections.map(({ since: one }) => one).toSorted()[0] ?? "");
  return (
    <div
      data-connections-down
      className="bg-warning text-warning-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 phone:px-5"
    >
      <Unplug size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">
        {connections.length === 1
          ? t("connections.down.one", { name: names, since })
          : t("connections.down.many", { names, since })}
        {!admin && ` ${t("connections.down.tell")}`}
      </p>
      {admin && (
        <Link href="/connections" className="font-medium underline underline-offset-2">
          {t("connections.down.look")}
        </Link>
      )}
    </div>
  );
}
