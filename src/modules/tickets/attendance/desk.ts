import { asc, eq, sql } from "drizzle-orm";
import type { Config } from "../../../attendance/config.ts";
import { cachedUntilChange } from "../../../kit/db/changes.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { query } from "../../../kit/db/query.ts";
import { isStopped } from "../../companies/standing.ts";
import { connectionQueues, connections } from "../../connections/table.ts";
import * as hours from "../../hours/hours.ts";
import { ias } from "../../ias/table.ts";
import { queueOptions, queues } from "../../queues/table.ts";
import * as settings from "../../settings/settings.ts";

const connectionQuery = query((db) =>
  db
    .select()
    .from(connections)
    .where(eq(connections.id, sql.placeholder("id"))),
);
const queuesQuery = query((db) =>
  db
    .select()
    .from(queues)
    .innerJoin(connectionQueues, eq(connectionQueues.queueId, queues.id))
    .where(eq(connectionQueues.connectionId, sql.placeholder("id")))
    .orderBy(asc(queues.orderQueue), asc(queues.name)),
);
const optionsQuery = query((db) =>
  db
    .select()
    .from(queueOptions)
    .innerJoin(connectionQueues, eq(connectionQueues.queueId, queueOptions.queueId))
    .where(eq(connectionQueues.connectionId, sql.placeholder("id"))),
);
const endTextsQuery = query((db) =>
  db
    .select({
      id: queues.id,
      complationMessage: queues.complationMessage,
      ratingMessage: queues.ratingMessage,
    })
    .from(queues),
);
const activeIasQuery = query((db) =>
  db.select({ id: ias.id }).from(ias).where(eq(ias.isActive, true)),
);

function rowsOf(db: CompanyDb, id: number) {
  const connection = connectionQuery(db).get({ id });
  if (!connection) return undefined;
  const values = Object.fromEntries(settings.list(db).map(({ key, value }) => [key, value]));
  const options = optionsQuery(db)
    .all({ id })
    .map((row) => row.queueOptions);
  const queues = queuesQuery(db)
    .all({ id })
    .map(({ queues: queue }) => ({
      ...queue,
      week: queue.schedules,
      options: options.filter(({ queueId }) => queueId === queue.id),
    }));
  return {
    connection,
    settings: values,
    hours: hours.closing(db),
    activeIas: new Set(
      activeIasQuery(db)
        .all()
        .map((ia) => ia.id),
    ),
    queues,
    endings: endTextsQuery(db).all(),
  };
}

// Asked for by every message that comes, and made of seven queries.
const cachedRows = cachedUntilChange<ReturnType<typeof rowsOf>>(
  "desksChanged",
  [
    "connections",
    "queues",
    "connectionQueues",
    "queueOptions",
    "settings",
    "openingHours",
    "ias",
  ].map((table) => ({ table })),
  50,
);

/**
 * The configuration by which a connection answers by itself; undefined when the connection is gone.
 * AIs and integrations that are switched off or not in the plan are left out.
 */
export function deskOf(db: CompanyDb, id: number): Config | undefined {
  const rows = cachedRows(db.sqlite, String(id), () => rowsOf(db, id));
  if (!rows) return undefined;
  const {
    connection,
    settings,
    hours: { schedules, holidays },
    activeIas,
    queues,
    endings,
  } = rows;
  const {
    timezone,
    plan: { useOpenAi, useIntegrations },
  } = db.about();
  const botsOf = ({
    promptId,
    integrationId,
  }: {
    promptId: number | null;
    integrationId: number | null;
  }) => ({
    promptId: useOpenAi && promptId !== null && activeIas.has(promptId) ? promptId : null,
    integrationId: useIntegrations ? integrationId : null,
  });
  return {
    timezone,
    week: schedules,
    holidays,
    settings: {
      scheduleType: settings.scheduleType as Config["settings"]["scheduleType"],
      disableBot: settings.disableBot === "enabled" || isStopped(db),
      sendGreetingMessageOneQueues: settings.sendGreetingMessageOneQueues === "enabled",
      userRating: settings.userRating === "enabled",
    },
    connection: { ...connection, ...botsOf(connection) },
    queues: queues.map((queue) => ({ ...queue, ...botsOf(queue) })),
    endings,
  };
}
