import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { Page } from "../../kit/Page.tsx";
import { useTranslation } from "../../kit/text.ts";
import { can } from "../../session/can.ts";
import { type Entry, keyOf, type visibleGroups } from "./groups.ts";
import { GroupFrame } from "./GroupFrame.tsx";
import { SaveState } from "./SaveState.tsx";
import { LinkRow, SettingRow } from "./SettingRow.tsx";
import { LoadingSettings, SettingsFailed } from "./SettingsLoad.tsx";
import { failed, read, values } from "./values.ts";

/** One group of settings. A change is saved at once. */
export function GroupPage({ group }: { group: ReturnType<typeof visibleGroups>[number] }) {
  useSignals();
  const { t } = useTranslation();
  const lit = useLitKey(values.value !== null);
  return (
    <Page
      title={t(`settings.sections.${group.name}`)}
      parent={{ href: "/settings", label: t("settings.title") }}
      actions={<SaveState />}
    >
      <GroupFrame current={group.name}>
        {!values.value ? (
          failed.value ? (
            <SettingsFailed problem={failed.value} onRetry={() => void read()} />
          ) : (
            <LoadingSettings />
          )
        ) : (
          <div className="flex flex-col gap-4">
            {!can("settings.write") && group.name !== "mine" && (
              <p className="text-muted">{t("settings.readOnly")}</p>
            )}
            {cardsOf(group.entries).map((entries) => (
              <ul
                key={keyOf(entries[0]!)}
                className="card-quiet divide-line divide-y overflow-hidden"
              >
                {entries.map((entry) =>
                  "option" in entry ? (
                    <SettingRow
                      key={keyOf(entry)}
                      option={entry.option}
                      isLit={lit === entry.option.key}
                    />
                  ) : (
                    <LinkRow key={keyOf(entry)} link={entry.link} />
                  ),
                )}
              </ul>
            ))}
          </div>
        )}
      </GroupFrame>
    </Page>
  );
}

/** Cards of pages, and of settings, in their order. */
function cardsOf(entries: Entry[]): Entry[][] {
  const cards: Entry[][] = [];
  for (const entry of entries) {
    const last = cards.at(-1);
    if (last && "option" in last[0]! === "option" in entry) last.push(entry);
    else cards.push([entry]);
  }
  return cards;
}

/** The setting of the address: it is scrolled into view, focused and lit for 2 s. */
function useLitKey(isLoaded: boolean) {
  const [lit, setLit] = useState("");
  useEffect(() => {
    const key = location.hash.slice(1);
    const row = isLoaded && key && document.querySelector(`[data-setting="${CSS.escape(key)}"]`);
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    row.querySelector<HTMLElement>("input, select, button, a")?.focus({ preventScroll: true });
    setLit(key);
    const timer = setTimeout(() => setLit(""), 2000);
    return () => clearTimeout(timer);
  }, [isLoaded]);
  return lit;
}
