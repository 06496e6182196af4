import { useSignals } from "@preact/signals-react/runtime";
import { ChevronRight, Clock, type LucideIcon, Unplug } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Page } from "../../kit/Page.tsx";
import { timeOrDateTime, useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { connectionsDown } from "../../shell/connection-alerts.ts";
import { addressOfEntry, type Entry, keyOf, nameOf, visibleGroups } from "./groups.ts";
import { hasSavedHours, useHours } from "./hours.ts";
import { LoadingSettings, SettingsFailed } from "./SettingsLoad.tsx";
import { SettingsSearch } from "./SettingsSearch.tsx";
import { entryValue, isWrong } from "./value-text.ts";
import { failed, read, values } from "./values.ts";

/** The lines of a group here; its page has all. */
const maxLines = 4;

/** All groups of settings, their first lines with the present values, and what is wrong. */
export function SettingsHome() {
  useSignals();
  const { t } = useTranslation();
  return (
    <Page title={t("settings.title")}>
      <div className="flex flex-col gap-4">
        <SettingsSearch />
        {values.value ? (
          <>
            <Wrongs />
            <div className="grid items-start gap-4 md:grid-cols-2">
              {visibleGroups().map((group) => (
                <GroupCard key={group.name} {...group} />
              ))}
            </div>
            {can("companies.write") && (
              <p className="text-muted text-small">
                {t("settings.owners")}{" "}
                <Link href="/platform" className="link">
                  {t("settings.ownersLink")}
                </Link>
              </p>
            )}
          </>
        ) : failed.value ? (
          <SettingsFailed problem={failed.value} onRetry={() => void read()} />
        ) : (
          <LoadingSettings />
        )}
      </div>
    </Page>
  );
}

type GroupProps = ReturnType<typeof visibleGroups>[number];

function GroupCard({ name, icon: Icon, entries }: GroupProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t(`settings.sections.${name}`)} className="card-quiet overflow-hidden">
      <h2>
        <Link
          href={`/settings/${name}`}
          className="hover:bg-hover flex items-center gap-3 px-4 pt-3.5 pb-2.5 -outline-offset-2"
        >
          <span className="bg-base-200 border-line rounded-card grid size-9 shrink-0 place-items-center border">
            <Icon size={18} aria-hidden />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block text-base font-semibold">{t(`settings.sections.${name}`)}</span>
            <span className="text-muted text-small block">{t(`settings.leads.${name}`)}</span>
          </span>
          <ChevronRight size={18} aria-hidden className="text-muted shrink-0" />
        </Link>
      </h2>
      <ul>
        {entries.slice(0, maxLines).map((entry) => (
          <Line key={keyOf(entry)} group={name} entry={entry} />
        ))}
      </ul>
    </section>
  );
}

function Line({ group, entry }: { group: GroupProps["name"]; entry: Entry }) {
  useSignals();
  const { t } = useTranslation();
  const value = entryValue(entry);
  return (
    <li>
      <Link
        href={addressOfEntry(group, entry)}
        data-line={keyOf(entry)}
        className="border-line hover:bg-hover flex min-h-9 items-center gap-3 border-t px-4 py-1 -outline-offset-2"
      >
        <span className="shrink-0 max-w-[70%]">{t(nameOf(entry))}</span>
        {value && (
          <span
            className={`text-small ml-auto min-w-0 truncate ${isWrong(entry) ? "text-error" : "text-muted"}`}
          >
            {value}
          </span>
        )}
      </Link>
    </li>
  );
}

/** The connections that are down, and hours that nobody has saved. */
function Wrongs() {
  useSignals();
  useHours();
  const { t } = useTranslation();
  const down = can("drawer-admin-items:view") ? connectionsDown.value : [];
  const isUnsaved =
    values.value?.scheduleType === "company" &&
    hasSavedHours.value === false &&
    can("settings.write");
  if (down.length === 0 && !isUnsaved) return null;
  return (
    <ul className="card-quiet divide-line divide-y" aria-label={t("settings.wrong.title")}>
      {down.map(({ id, name, since }) => (
        <Wrong
          key={id}
          icon={Unplug}
          color="text-error"
          action={t("settings.wrong.reconnect")}
          href={`/connections/${id}`}
        >
          <b className="font-medium">{t("settings.wrong.down", { name })}</b>{" "}
          {t("settings.wrong.since", { since: timeOrDateTime(since) })}
        </Wrong>
      ))}
      {isUnsaved && (
        <Wrong
          icon={Clock}
          color="text-waiting"
          action={t("settings.hours.set")}
          href="/settings/hours"
        >
          {t("settings.hours.missing")}
        </Wrong>
      )}
    </ul>
  );
}

function Wrong({
  icon: Icon,
  color,
  action,
  href,
  children,
}: {
  icon: LucideIcon;
  color: string;
  action: string;
  href: string;
  children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-3 px-4 py-2.5">
      <Icon size={18} aria-hidden className={`shrink-0 ${color}`} />
      <p className="text-muted min-w-0 flex-1 [&>b]:text-base-content">{children}</p>
      <Link href={href} className="btn btn-sm shrink-0">
        {action}
      </Link>
    </li>
  );
}
