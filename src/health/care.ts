import type { Database } from "bun:sqlite";
import { everyOf, sinceNewestCopy } from "../modules/backups/changed.ts";
import { copiesIn, listCopies } from "../modules/backups/manifest.ts";
import type { Away, Drill } from "../modules/backups/table.ts";
import { staleAfter } from "../shared/backups.ts";
import { fail, ok, warn, type Check, type Patient } from "./check.ts";

const minute = 60_000;
const hour = 60 * minute;

/**
 * The last copy that was read back. A box of today without one is no problem, but the value says
 * so.
 */
const copies = ({ env, control, now }: Patient) => {
  const newest = listCopies(copiesIn(env.data)).find(({ verifiedAt }) => verifiedAt !== null);
  const { since } = control.query("SELECT min(createdAt) AS since FROM companies").get() as {
    since: number | null;
  };
  const age = now() - (newest ? Date.parse(newest.at) : (since ?? now()));
  const value = newest ? `${ageText(age)} · ${moment(newest.at)}` : "–";
  const every = everyOf(env.backupEvery);
  if (every !== undefined && age > every + hour && sinceNewestCopy(env.data, now()).isChanged)
    return fail(value);
  return age > staleAfter ? fail(value) : newest ? ok(value) : warn(value);
};

const drill = ({ control }: Patient) => {
  const { drill: last } = planOf(control);
  if (!last) return ok("–");
  return last.error
    ? fail(`${moment(last.at)} · ${last.reason ? `{drillFailures.${last.reason}}` : last.error}`)
    : ok(`${moment(last.at)} · ${last.seconds} s`);
};

/** The places for copies besides the box's own disk, and their last failure. */
const away = ({ control }: Patient) => {
  const { folder, endpoint, bucket, away: sent } = planOf(control);
  const failed = sent.filter(({ error }) => error !== undefined);
  if (failed.length > 0)
    return warn(
      failed
        .map(
          ({ to, error, reason }) =>
            `${to === "folder" ? folder : bucket}: ${reason ? `{awayFailures.${reason}}` : error}`,
        )
        .join(", "),
    );
  const places = [folder, bucket && `${endpoint} ${bucket}`].filter(Boolean);
  return places.length > 0 ? ok(places.join(", ")) : warn("–");
};

/** The mail server, and its last answer. */
const mail = ({ env, control }: Patient) => {
  const host = env.smtpHost ?? saidHere(control, "smtpHost");
  if (!host) return ok("–");
  const last = control
    .query<{ error: string | null; answer: string; updatedAt: number }, []>(
      "SELECT error, answer, updatedAt FROM mails WHERE attempts > 0 ORDER BY updatedAt DESC LIMIT 1",
    )
    .get();
  const value = [
    host,
    ...(last ? [moment(last.updatedAt), last.error && `${last.error} ${last.answer}`.trim()] : []),
  ]
    .filter(Boolean)
    .join(" · ");
  return last?.error ? warn(value) : ok(value);
};

/** Checks of the safeguards for when something breaks. */
export const careChecks: Check[] = [
  { name: "copies", who: "owner", examine: copies },
  { name: "drill", who: "owner", quiet: true, examine: drill },
  { name: "away", who: "owner", examine: away },
  { name: "mail", who: "owner", quiet: true, examine: mail },
];

/** "< 1 min", "5 min", "30 h": the same in every language. */
function ageText(age: number) {
  if (age < minute) return "< 1 min";
  return age < hour ? `${Math.floor(age / minute)} min` : `${Math.floor(age / hour)} h`;
}

const moment = (at: string | number) => `${new Date(at).toISOString().slice(0, 16)}Z`;

type Plan = { folder: string; endpoint: string; bucket: string; away: Away[]; drill: Drill | null };

function planOf(control: Database): Plan {
  const { away, drill, ...plain } = control
    .query("SELECT folder, endpoint, bucket, away, drill FROM backupPlan")
    .get() as Record<keyof Plan, string>;
  return {
    ...plain,
    away: JSON.parse(away) as Away[],
    drill: drill ? (JSON.parse(drill) as Drill) : null,
  };
}

function saidHere(control: Database, key: string): string | undefined {
  const row = control
    .query<{ value: string }, [string]>("SELECT value FROM boxSettings WHERE key = ?")
    .get(key);
  return row ? (JSON.parse(row.value) as string) : undefined;
}
