import { useSignals } from "@preact/signals-react/runtime";
import { Redirect, useParams, useSearchParams } from "wouter";
import { useChoices } from "../../forms/choices.ts";
import { connections, queues, roles, users } from "../../lists/company-lists.ts";
import { can } from "../../session/can.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/settings/texts.ts";
import "../../parts/texts.ts";
import { visibleGroups } from "./groups.ts";
import { GroupPage } from "./GroupPage.tsx";
import { HoursPage } from "./HoursPage.tsx";
import { SettingsHome } from "./SettingsHome.tsx";
import texts from "./texts.json";
import { useSettings, values } from "./values.ts";

addTexts(texts);

/** Old addresses of the owner's tabs, which are pages of their own now. */
const ownersTabs = ["companies", "plans", "billing", "box", "helps"];

/** The company's settings: the groups, or one of them. rules.md#seen-settings */
export function Settings() {
  useSignals();
  useSettings();
  useChoices(connections, can("connections.read"));
  useChoices(queues, can("queues.read"));
  useChoices(users, can("users.read"));
  useChoices(roles, can("roles.read"));
  const { group: name } = useParams<{ group?: string }>();
  const [query] = useSearchParams();
  const tab = query.get("tab");
  if (tab)
    return <Redirect replace to={ownersTabs.includes(tab) ? `/platform/${tab}` : oldTab(tab)} />;
  if (!name) return <SettingsHome />;
  if (name === "hours" && values.value?.scheduleType !== "company" && values.value)
    return <Redirect replace to="/settings/receive" />;
  if (name === "hours") return <HoursPage />;
  const group = visibleGroups().find((one) => one.name === name);
  return group ? <GroupPage key={name} group={group} /> : <Redirect replace to="/settings" />;
}

const oldTab = (tab: string) => (tab === "hours" ? "/settings/hours" : "/settings");
