import { sql } from "drizzle-orm";
import { parseJson } from "../kit/http/body.ts";
import type { Control } from "../kit/db/company-db.ts";
import { readBox, type Box } from "../modules/box/box.ts";
import { mailServer } from "../modules/mail/server.ts";
import { postMail } from "../modules/mail/outbox.ts";
import type { Finding, HealthCheck } from "../shared/health.ts";
import { valueIn, wordsIn } from "./words.ts";

const hour = 3_600_000;
/**
 * The time (ms) for which a mailed problem is not mailed again, however often it comes and goes.
 */
const quiet = 6 * hour;

/**
 * When each problem that lasts, or is just over, was written of: a box that is started over and
 * over does not forget it.
 */
type MailedProblems = Partial<Record<HealthCheck, number>>;

/** Mails each new problem once to the box's owners, where a mail server is set. rules.md#health */
export function mailOwners(box: Box, problems: Finding[]) {
  const { control } = box;
  if (!mailServer(box)) return;
  const now = control.now();
  const before = readTold(control);
  const fresh = problems.filter(({ check }) => before[check] === undefined);
  const stillMailed = Object.entries(before).filter(
    ([check, at]) => now - at < quiet || problems.some((each) => each.check === check),
  );
  if (fresh.length === 0 && stillMailed.length === Object.keys(before).length) return;
  const { language, publicUrl } = readBox(box);
  const say = wordsIn(language);
  const valueText = valueIn(language, control.sqlite);
  const lines = fresh
    .map((each) => ({ value: valueText(each.value), ...say(each) }))
    .map(({ name, value, remedy }) => `${name}${value && ` (${value})`}: ${remedy}`);
  const owners =
    fresh.length === 0
      ? []
      : control.sqlite
          .query<{ email: string }, []>("SELECT email FROM identities WHERE super")
          .all();
  control.write((tx) => {
    const mailed: MailedProblems = Object.fromEntries([
      ...stillMailed,
      ...fresh.map(({ check }) => [check, now] as const),
    ]);
    tx.run(
      sql`INSERT INTO instance VALUES ('problemsTold', ${JSON.stringify(mailed)}) ON CONFLICT DO UPDATE SET value = excluded.value`,
    );
    for (const { email } of owners)
      postMail(tx, box, {
        kind: "health",
        to: email,
        language,
        values: { problems: lines.join("\n\n") },
        link: publicUrl ? `${publicUrl}/health` : undefined,
        uselessAt: now + 24 * hour,
      });
  });
}

function readTold({ sqlite }: Control): MailedProblems {
  const row = sqlite.query("SELECT value FROM instance WHERE key = 'problemsTold'").get() as {
    value: string;
  } | null;
  return row ? (parseJson(row.value) as MailedProblems) : {};
}
