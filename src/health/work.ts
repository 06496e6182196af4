import { ownersCompany } from "../modules/companies/standing.ts";
import type { Restriction } from "../shared/restrictions.ts";
import { fail, ok, warn, above, type Check, type Patient } from "./check.ts";

const minute = 60_000;

// In safe mode no connection runs, so their last status does not count.
const connections = ({ companies, held }: Patient) => {
  if (held) return undefined;
  let [all, up] = [0, 0];
  for (const { sqlite } of companies()) {
    const counts = sqlite
      .query(
        "SELECT count(*) AS lines, coalesce(sum(status = 'CONNECTED'), 0) AS up FROM connections",
      )
      .get() as { lines: number; up: number };
    all += counts.lines;
    up += counts.up;
  }
  const value = `${up} / ${all}`;
  return up === all ? ok(value) : up === 0 ? fail(value) : warn(value);
};

/** Connections that WhatsApp restricts now, with figures of a quota, and until when. */
const restrictions = ({ companies, now }: Patient) => {
  const restricted = [...companies()].flatMap(({ sqlite }) =>
    sqlite
      .query<{ name: string; restriction: string }, []>(
        "SELECT name, restriction FROM connections WHERE restriction IS NOT NULL ORDER BY name",
      )
      .all()
      .map(({ name, restriction }) => ({ name, ...(JSON.parse(restriction) as Restriction) }))
      .filter(({ until }) => until === null || Date.parse(until) > now())
      .map(({ name, until, used, of }) =>
        [
          name,
          ...(of === null ? [] : [`${used} / ${of}`]),
          ...(until === null ? [] : [until.replace(/:\d\d\.\d+Z$/, "Z")]),
        ].join(" "),
      ),
  );
  return restricted.length === 0 ? ok("0") : warn(restricted.join(" · "));
};

/**
 * Connections of the official channel whose webhooks do not come. Those that got webhooks with a
 * wrong signature within a day have their number beside the name.
 */
const official = ({ companies, now }: Patient) => {
  const troubled = [...companies()].flatMap(({ sqlite }) =>
    sqlite
      .query<{ name: string; forged: number; isSilent: number }, [number]>(
        `SELECT name, iif(forgedAt > ?, forged, 0) AS forged, reason IS 'webhookSilent' AS isSilent
         FROM cloudAccounts JOIN connections ON id = connectionId ORDER BY name`,
      )
      .all(now() - 24 * 60 * minute)
      .filter(({ forged, isSilent }) => forged > 0 || isSilent)
      .map(({ name, forged }) => (forged > 0 ? `${name} ${forged}` : name)),
  );
  return troubled.length === 0 ? ok("0") : warn(troubled.join(" · "));
};

/**
 * How long the oldest message waits that could leave: its line is up, its time has come, and
 * nothing holds it back on purpose.
 */
const outbox = ({ companies, now }: Patient) => {
  const waiting = [...companies()].map(({ sqlite }) =>
    sqlite
      .query<{ since: number | null; count: number }, [number]>(`
    SELECT min(max(m.createdAt, o.dueAt)) AS since, count(*) AS count FROM outbox o JOIN messages m ON m.id = o.messageId JOIN connections c ON c.id = o.whatsappId
    WHERE c.status = 'CONNECTED' AND NOT o.cold AND NOT o.deferred AND o.dueAt <= ?`)
      .get(now())!,
  );
  const count = waiting.reduce((sum, each) => sum + each.count, 0);
  const longest = Math.max(0, ...waiting.map(({ since }) => (since === null ? 0 : now() - since)));
  return above(
    longest,
    { warns: 10 * minute, fails: 60 * minute },
    count === 0 ? "0" : `${count} · ${Math.floor(longest / minute)} min`,
  );
};

/** So few refusals (messages) say nothing of the network. */
const fewRefusals = 3;

/**
 * How many of the last hour's messages of ours the network refused, of the company where it is
 * worst. Of a company's messages the last two hundred are looked at. rules.md#unsent
 */
const refused = ({ companies, now }: Patient) => {
  const counts = [...companies()].map(({ sqlite }) =>
    sqlite
      .query<{ count: number; of: number }, [number]>(`
    SELECT coalesce(sum(ack = -1), 0) AS count, count(*) AS 'of' FROM messages
    WHERE id > (SELECT max(id) FROM messages) - 200 AND fromMe = 1 AND origin IN ('agent', 'bot') AND ack <> 0 AND isDeleted = 0 AND createdAt > ?`)
      .get(now() - 60 * minute)!,
  );
  const shareOf = ({ count, of }: { count: number; of: number }) =>
    count < fewRefusals ? 0 : (100 * count) / of;
  const [worst = { count: 0, of: 0 }] = counts.toSorted((a, b) => shareOf(b) - shareOf(a));
  if (worst.count === 0) return ok("0");
  return above(shareOf(worst), { warns: 20, fails: 50 }, `${worst.count} / ${worst.of}`);
};

/** How many companies are to pay and find no way to: their invoices come due, and they stop. */
const billing = ({ control }: Patient) => {
  const { count } = control
    .query(
      "SELECT count(*) AS count FROM companies c JOIN plans p ON p.id = c.planId WHERE c.id <> ? AND c.status = 1 AND c.dueDate IS NOT NULL AND p.value > 0 AND (SELECT pixKey FROM billing) = ''",
    )
    .get(ownersCompany) as { count: number };
  return count > 0 ? warn(String(count)) : ok();
};

const week = 7 * 24 * 60 * minute;

/** How many invoices were overpaid within a week: the payer may want the rest back. */
const overpaid = ({ control, now }: Patient) => {
  const { count } = control
    .query(`
    SELECT count(DISTINCT i.id) AS count FROM invoicePayments p JOIN invoices i ON i.id = p.invoiceId
    WHERE p.paidAt > ? AND p.value > 0 AND (i.status = 'void' OR (i.status = 'paid'
      AND i.credited + (SELECT sum(value) FROM invoicePayments WHERE invoiceId = i.id) > i.value))`)
    .get(now() - week) as { count: number };
  return count > 0 ? warn(String(count)) : ok();
};

const safeMode = ({ held }: Patient) => (held ? warn() : ok());

/** Checks of the work that the box does for its companies. */
export const workChecks: Check[] = [
  { name: "safeMode", who: "shop", quiet: true, examine: safeMode },
  { name: "lines", who: "shop", examine: connections },
  { name: "restrictions", who: "shop", quiet: true, examine: restrictions },
  { name: "official", who: "shop", quiet: true, examine: official },
  { name: "outbox", who: "shop", examine: outbox },
  { name: "refused", who: "shop", quiet: true, examine: refused },
  { name: "billing", who: "owner", quiet: true, examine: billing },
  { name: "overpaid", who: "owner", quiet: true, examine: overpaid },
];
