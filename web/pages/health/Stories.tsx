import type { Finding } from "../../../src/shared/health.ts";
import { ApiError } from "../../kit/api.ts";
import type { Story } from "../../parts/story.ts";
import { NowView } from "./Health.tsx";
import type { Line } from "./log-line.ts";
import { SetAsideView } from "./SetAside.tsx";
import { LogView } from "./LogPart.tsx";

const fine: Finding[] = [
  { check: "disk", state: "ok", value: "77 GB / 252 GB" },
  { check: "lines", state: "ok", value: "2 / 2" },
  { check: "outbox", state: "ok", value: "0" },
  { check: "companies", state: "ok", value: "" },
];
const troubled: Finding[] = [
  { check: "disk", state: "fail", value: "210 MB / 64 GB" },
  { check: "lines", state: "warn", value: "1 / 2" },
  { check: "copies", state: "fail", value: "30 h · 2026-11-23T19:18Z" },
  { check: "away", state: "warn", value: "/mnt/copias: {awayFailures.gone}" },
  { check: "drill", state: "fail", value: "2026-11-23T19:18Z · {drillFailures.start}" },
  { check: "safeMode", state: "warn", value: "" },
  {
    check: "stalls",
    state: "fail",
    value: "2026-11-23T19:18Z · {stalledWork.job} bot 15 · {stalledWork.ofCompany} 2",
  },
  { check: "billing", state: "warn", value: "3" },
  { check: "folder", state: "warn", value: `/srv/${"comprido-demais-".repeat(6)} 0755` },
  ...fine.slice(2),
];
const states = {
  fine: { findings: fine },
  troubled: { findings: troubled },
  loading: {},
  offline: { failed: new ApiError(0, { error: "ERR_NETWORK" }) },
};

const line = (level: string, event: string, more: object): Line => ({
  at: "2026-11-20T15:30:00.000Z",
  level,
  event,
  ...more,
});
const lines = [
  line("info", "request", { method: "GET", route: "/api/tickets", status: 200, ms: 3.1 }),
  line("warn", "health", { findings: [{ check: "disk", state: "warn" }] }),
  line("error", "companyShut", { company: 2, file: `/var/lib/${"comprido-demais-".repeat(6)}` }),
];
const logs = {
  many: { page: { lines, hasMore: true } },
  empty: { page: { lines: [], hasMore: false } },
  offline: { failed: new ApiError(0, { error: "ERR_NETWORK" }) },
};
const nothing = () => {};

export const healthStories: Story[] = [
  ...Object.entries(states).map(([state, given]) => ({
    name: `health ${state}`,
    show: () => <NowView {...given} onAgain={nothing} />,
  })),
  {
    name: "health set aside",
    show: () => (
      <SetAsideView
        rows={[
          {
            id: 1,
            work: "{stalledWork.job} bot 15 · {stalledWork.ofCompany} 2",
            at: "2026-11-23T19:18:00Z",
          },
          {
            id: 2,
            work: "GET /api/imports/:id 7 · {stalledWork.ofCompany} 2",
            at: "2026-11-23T19:18:00Z",
          },
        ]}
        onAgain={nothing}
      />
    ),
  },
  ...Object.entries(logs).map(([state, given]) => ({
    name: `log ${state}`,
    show: () => (
      <LogView
        {...given}
        filter={{ level: "info", search: "" }}
        onFilter={nothing}
        onAgain={nothing}
        onMore={nothing}
      />
    ),
  })),
];
