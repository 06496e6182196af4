import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { timingSafeEqual } from "node:crypto";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { bearer } from "../kit/http/request.ts";
import { counted, exposition, type Metric } from "../kit/process/metrics.ts";
import { spaceIn } from "../kit/files/space.ts";
import { copiesIn, listCopies } from "../modules/backups/manifest.ts";
import { isFromHere } from "../tls/plain-door.ts";
import { version } from "../version.ts";
import { healthStates, type Finding } from "../shared/health.ts";
import type { Patient } from "./check.ts";

const lag = monitorEventLoopDelay();

const gauge = (
  name: string,
  help: string,
  value: number,
  labels?: Record<string, string>,
): Metric => ({ name, help, kind: "gauge", samples: [{ labels, value }] });

/** The box's figures, for Prometheus. Labels hold names of ours alone: no company, no number. */
export function metricsText(
  { env, companies, now }: Patient,
  findings: Finding[],
  listeners: number,
): string {
  const { free } = spaceIn(env.data);
  const connections = { CONNECTED: 0, OTHER: 0, SILENT: 0 };
  let [queued, oldest, jobsLate] = [0, now(), 0];
  for (const { sqlite } of companies()) {
    for (const { status, count, silent } of sqlite
      .query<{ status: string; count: number; silent: number }, []>(
        `SELECT status, count(*) AS count, sum(reason IS 'webhookSilent') AS silent
        FROM connections GROUP BY status`,
      )
      .all()) {
      connections[status === "CONNECTED" ? "CONNECTED" : "OTHER"] += count;
      connections.SILENT += silent;
    }
    const outbox = sqlite
      .query(
        "SELECT count(*) AS count, min(m.createdAt) AS since FROM outbox o JOIN messages m ON m.id = o.messageId",
      )
      .get() as { count: number; since: number | null };
    queued += outbox.count;
    oldest = Math.min(oldest, outbox.since ?? now());
    jobsLate = Math.max(
      jobsLate,
      now() -
        ((sqlite.query("SELECT min(runAt) AS runAt FROM jobs").get() as { runAt: number | null })
          .runAt ?? now()),
    );
  }
  const { database, log } = sizesIn(env.data);
  const { rss } = process.memoryUsage();
  return exposition([
    gauge("balcao_build_info", "Which build this is.", 1, {
      version: version.version,
      commit: version.commit,
      bun: version.bun,
      sqlite: version.sqlite,
    }),
    ...counted(),
    gauge(
      "balcao_event_loop_lag_seconds",
      "The 99th percentile of how late the loop came, since the last reading.",
      lagSince(),
    ),
    gauge("balcao_resident_memory_bytes", "Memory of this process.", rss),
    gauge("balcao_disk_free_bytes", "Free space on the disk that holds the data.", free),
    gauge("balcao_database_bytes", "Size of the database files.", database),
    gauge("balcao_wal_bytes", "Size of their write-ahead logs.", log),
    gauge("balcao_listeners", "Screens that listen.", listeners),
    {
      name: "balcao_connections",
      help: "Connections with a phone network, by whether they are up.",
      kind: "gauge",
      samples: [
        { labels: { state: "up" }, value: connections.CONNECTED },
        { labels: { state: "down" }, value: connections.OTHER },
      ],
    },
    gauge(
      "balcao_cloud_webhooks_silent",
      "Connections of the official channel that sent messages and hear nothing of them.",
      connections.SILENT,
    ),
    gauge("balcao_outbox_messages", "Messages that still have to leave.", queued),
    gauge(
      "balcao_outbox_oldest_seconds",
      "How long the oldest of them has waited.",
      (now() - oldest) / 1000,
    ),
    gauge(
      "balcao_backup_last_success_timestamp_seconds",
      "When the newest whole copy was made; 0 before the first.",
      Date.parse(
        listCopies(copiesIn(env.data)).find(({ verifiedAt }) => verifiedAt !== null)?.at ??
          "1970-01-01T00:00:00Z",
      ) / 1000,
    ),
    gauge(
      "balcao_jobs_late_seconds",
      "How late the most overdue job is.",
      Math.max(0, jobsLate) / 1000,
    ),
    {
      name: "balcao_health",
      help: "What the box finds of itself: 0 fine, 1 wants attention, 2 a problem.",
      kind: "gauge",
      samples: findings.map(({ check, state }) => ({
        labels: { check },
        value: healthStates.indexOf(state),
      })),
    },
  ]);
}

/**
 * Whether the caller may read the metrics. A caller has the token, or is a program on this machine
 * that asks for this machine without a proxy. rules.md#metrics
 */
export function mayScrape(
  request: Request,
  peer: string | undefined,
  token: string | undefined,
): boolean {
  const given = Buffer.from(bearer(request) ?? "");
  const expected = Buffer.from(token ?? "");
  if (expected.length > 0 && given.length === expected.length && timingSafeEqual(given, expected))
    return true;
  const isProxied = ["x-forwarded-for", "forwarded", "x-real-ip", "via"].some((name) =>
    request.headers.has(name),
  );
  return !isProxied && isFromHere(request, peer);
}

// It is measured from the first reading on.
function lagSince(): number {
  lag.enable();
  const seconds = lag.percentile(99) / 1e9;
  lag.reset();
  return seconds;
}

function sizesIn(data: string) {
  const sizes = { database: 0, log: 0 };
  for (const folder of [data, join(data, "companies")]) {
    for (const name of readdirSync(folder)) {
      const kind = name.endsWith(".sqlite")
        ? "database"
        : name.endsWith(".sqlite-wal")
          ? "log"
          : undefined;
      if (kind) sizes[kind] += statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0;
    }
  }
  return sizes;
}
