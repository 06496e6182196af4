import { signal } from "@preact/signals-react";
import { ApiError } from "../../kit/api.ts";
import type { List } from "../../lists/list.ts";
import type { Story } from "../../parts/story.ts";
import { AuditView } from "./Audit.tsx";
import type { AuditEntryRow } from "./AuditEntryRow.tsx";

let count = 0;
const entry = (
  action: AuditEntryRow["action"],
  subject: string,
  details: AuditEntryRow["details"] = {},
  more: Partial<AuditEntryRow> = {},
): AuditEntryRow => ({
  id: (count += 1),
  at: "2026-11-20T15:30:00Z",
  userId: 1,
  userName: "Rui",
  action,
  subject,
  details,
  address: "",
  ...more,
});
const entries = [
  entry(
    "signin",
    "user 1 Rui",
    {
      device:
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
    },
    { address: "192.168.1.20" },
  ),
  entry(
    "signinFailed",
    "user 2 Ana",
    {},
    { userId: 2, userName: "Ana", address: "2001:db8:85a3:1234:5678:8a2e:370:7334" },
  ),
  entry("denied", "DELETE /api/users/:id", {}, { userName: "Ana", address: "192.168.1.21" }),
  entry("roleChanged", "user 2 Ana", {
    profile: { from: "user", to: "admin" },
    queueIds: { from: [1], to: [] },
  }),
  entry("settingChanged", "setting requireTotp", { from: "disabled", to: "enabled" }),
  entry("totpOff", "user 2 Ana", { by: "console" }, { userId: null, userName: "" }),
  entry("userDeleted", `user 3 ${"Maria Aparecida ".repeat(4)}`, {
    email: "maria@paoquente.com.br",
  }),
];

const list = (
  given: Partial<{
    rows: AuditEntryRow[];
    hasMore: boolean;
    loading: boolean;
    failed: unknown;
    search: string;
  }>,
): List<AuditEntryRow> => ({
  rows: signal(given.rows ?? []),
  hasMore: signal(given.hasMore ?? false),
  count: signal(given.rows?.length ?? 0),
  loading: signal(given.loading ?? false),
  failed: signal(given.failed ?? null),
  search: signal(given.search ?? ""),
  more: () => {},
  reload: () => {},
});
const states = {
  empty: list({}),
  many: list({ rows: entries, hasMore: true }),
  loading: list({ loading: true }),
  "no match": list({ search: "xyz" }),
  offline: list({ failed: new ApiError(0, { error: "ERR_NETWORK" }) }),
};
const nothing = { action: "", userId: "", date_from: "", date_to: "" };

export const auditStories: Story[] = Object.entries(states).map(([state, own]) => ({
  name: `audit ${state}`,
  show: () => <AuditView list={own} filter={nothing} onFilter={() => {}} />,
}));
