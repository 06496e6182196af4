import { signal } from "@preact/signals-react";
import { ApiError } from "../../kit/api.ts";
import type { List } from "../../kit/list.ts";
import { AuditView } from "../audit/Audit.tsx";
import type { AuditEntryRow } from "../audit/AuditEntryRow.tsx";
import type { Story } from "../Gallery.tsx";
import { CodeForm } from "../Login.tsx";
import { PasswordStep, RecoveryCodes, ScanStep, TwoFactor } from "./TwoFactor.tsx";
import { SessionList, type Session } from "./Sessions.tsx";

const session = (id: string, device: string, current = false): Session => ({ id, device, address: "192.168.1.20", createdAt: "2026-11-20T12:00:00Z", lastSeenAt: "2026-11-20T15:30:00Z", current });
const sessions = [
  session("1", "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36", true),
  session("2", "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1"),
  session("3", ""),
];

let count = 0;
const deed = (action: AuditEntryRow["action"], subject: string, details: AuditEntryRow["details"] = {}, more: Partial<AuditEntryRow> = {}): AuditEntryRow => ({ id: (count += 1), at: "2026-11-20T15:30:00Z", userId: 1, userName: "Rui", action, subject, details, address: "", ...more });
const deeds = [
  deed("signin", "user 1 Rui", { device: sessions[0]!.device }, { address: "192.168.1.20" }),
  deed("signinFailed", "user 2 Ana", {}, { userId: 2, userName: "Ana", address: "2001:db8:85a3:1234:5678:8a2e:370:7334" }),
  deed("denied", "DELETE /api/users/:id", {}, { userName: "Ana", address: "192.168.1.21" }),
  deed("roleChanged", "user 2 Ana", { profile: { from: "user", to: "admin" }, queueIds: { from: [1], to: [] } }),
  deed("settingChanged", "setting requireTotp", { from: "disabled", to: "enabled" }),
  deed("totpOff", "user 2 Ana", { by: "console" }, { userId: null, userName: "" }),
  deed("userDeleted", `user 3 ${"Maria Aparecida ".repeat(4)}`, { email: "maria@paoquente.com.br" }),
];

const list = (given: Partial<{ rows: AuditEntryRow[]; hasMore: boolean; loading: boolean; failed: unknown; search: string }>): List<AuditEntryRow> => ({
  rows: signal(given.rows ?? []), hasMore: signal(given.hasMore ?? false), count: signal(given.rows?.length ?? 0), loading: signal(given.loading ?? false), failed: signal(given.failed ?? null), search: signal(given.search ?? ""), more: () => {}, reload: () => {},
});
const states = { empty: list({}), many: list({ rows: deeds, hasMore: true }), loading: list({ loading: true }), "no match": list({ search: "xyz" }), offline: list({ failed: new ApiError(0, { error: "ERR_NETWORK" }) }) };
const nothing = { action: "", userId: "", date_from: "", date_to: "" };

const wait = async () => {};
const ways = { onRetry: () => {}, onEnd: wait, onEndOthers: wait };
const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

export const profileStories: Story[] = [
  { name: "sign-in code", show: () => <div className="max-w-md"><CodeForm onSubmit={wait} onBack={() => {}} /></div> },
  { name: "second step", show: () => <div className="flex flex-col gap-4"><TwoFactor on={false} /><TwoFactor on /></div> },
  { name: "second step to begin", show: () => <div className="max-w-md"><PasswordStep onSubmit={wait} /></div> },
  { name: "second step to scan", show: () => <div className="max-w-md"><ScanStep offer={{ secret, uri: `otpauth://totp/Balc%C3%A3o:ana%40paoquente.com.br?secret=${secret}&issuer=Balc%C3%A3o` }} onSubmit={wait} /></div> },
  { name: "recovery codes", show: () => <div className="max-w-md"><RecoveryCodes codes={Array.from({ length: 10 }, (_, index) => `JBSW-Y3DP-EHP${"ABCDEFGHIJ"[index]}`)} onDone={() => {}} /></div> },
  { name: "sessions", show: () => <SessionList rows={sessions} {...ways} /> },
  { name: "sessions only here", show: () => <SessionList rows={sessions.slice(0, 1)} {...ways} /> },
  { name: "sessions failed", show: () => <SessionList rows={null} failed={new ApiError(0, { error: "ERR_NETWORK" })} {...ways} /> },
  ...Object.entries(states).map(([state, own]) => ({ name: `audit ${state}`, show: () => <AuditView list={own} filter={nothing} onFilter={() => {}} /> })),
];
