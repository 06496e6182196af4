import { t } from "../../kit/text.ts";
import { zoneName } from "../../kit/zones.ts";
import { connections, queues, roles, users } from "../../lists/company-lists.ts";
import type { Connection } from "../../types.ts";
import type { Entry, Option } from "./groups.ts";
import { stored, values } from "./values.ts";

/** The present value of an entry in a few words. Reads signals. */
export const entryValue = (entry: Entry): string | undefined =>
  "option" in entry ? optionValue(entry.option) : linkValues[entry.link.key]?.();

/** Whether the entry is something that is broken. Reads signals. */
export const isWrong = (entry: Entry) =>
  "link" in entry && entry.link.key === "connections" && connectionsDown() > 0;

function optionValue(option: Option): string | undefined {
  const value = values.value?.[option.key];
  return value === undefined ? undefined : valueText(option, value);
}

/** The value of a setting in words. */
export function valueText(option: Option, value: string): string {
  const { key } = option;
  switch (option.kind) {
    case "switch":
      return t(value === "enabled" ? "common.yes" : "common.no").toLowerCase();
    case "select":
      return lowerFirst(t(`settings.keys.${key}.values.${value}`));
    case "number":
      return Number(value) > 0
        ? t(`settings.amounts.${option.unit}`, { count: Number(value) })
        : t(`settings.off.${option.unit}`);
    case "secret":
      return stored.value[key] ? t("settings.storedSecret") : "";
    case "zone":
      return value && zoneName(value, Date.now());
  }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const linkValues: Record<string, () => string | undefined> = {
  connections: () => {
    const all = connections.rows.value;
    if (!all) return undefined;
    return connectionsDown() > 0
      ? t("settings.connectionsDown", { count: connectionsDown(), all: all.length })
      : String(all.length);
  },
  farewell: () => ofDefault(({ complationMessage }) => quoted(complationMessage)),
  silence: () => ofDefault(({ expiresTicket }) => duration("silence", expiresTicket)),
  reopen: () => ofDefault(({ reopenMinutes }) => duration("reopen", reopenMinutes)),
  queues: () => queues.rows.value && String(queues.rows.value.length),
  users: () => users.rows.value && String(users.rows.value.length),
  roles: () => roles.rows.value?.map(({ name }) => name).join(", "),
} as Record<string, () => string | undefined>;

/** The value of the default connection, which stands for all. */
function ofDefault(read: (connection: Connection) => string) {
  const one = connections.rows.value?.find(({ isDefault }) => isDefault);
  return one && read(one);
}

const quoted = (text: string) => (text ? `“${text}”` : t("common.no").toLowerCase());

function duration(name: string, minutes: number) {
  if (minutes === 0) return t("settings.off.minutes");
  const [unit, count] =
    minutes % 1440 === 0
      ? ["days", minutes / 1440]
      : minutes % 60 === 0
        ? ["hours", minutes / 60]
        : ["minutes", minutes];
  return t(`settings.durations.${name}`, { time: t(`settings.amounts.${unit}`, { count }) });
}

const connectionsDown = () =>
  (connections.rows.value ?? []).filter(({ status }) => status !== "CONNECTED").length;
