import { dayBounds } from "../../kit/process/clock.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { holds } from "../../shared/permissions.ts";
import type { MorningMail } from "../../shared/preferences.ts";
import { canMail, readBox, type Box } from "../box/box.ts";
import { flagsOf } from "../companies/companies.ts";
import { isStopped } from "../companies/standing.ts";
import { ofUser } from "../identities/identities.ts";
import { postMail, wasPosted } from "../mail/outbox.ts";
import { dueMornings, setNextMorning } from "../users/morning-hour.ts";
import { findUser, meOf } from "../users/users.ts";
import { dayFigures } from "./day.ts";
import { figureLines } from "./morning-words.ts";
import { dashboardNow } from "./now.ts";
import { periodOf } from "./period.ts";
import type { DayFigures } from "./table.ts";

/**
 * Puts out the figures of the day before for the user whose mail is longest due. One user a run,
 * since the figures of a busy day take a while. rules.md#morning-mail
 */
export function mailFigures(box: Box, db: CompanyDb) {
  const [due] = dueMornings(db);
  if (!due) return;
  const { userId, preferences, morningMailAt } = due;
  if (preferences.morningMail) post(box, db, userId, preferences.morningMail, morningMailAt!);
  // Last: a box that dies before this finds the mail that it has put out.
  db.write((tx) => setNextMorning(tx, due));
}

function post(box: Box, db: CompanyDb, userId: number, { language }: MorningMail, dueAt: number) {
  const [day, before] = daysOf(db, dueAt);
  const [since, until] = dayBounds(day, db.about().timezone);
  const { publicUrl, ...settings } = readBox(box);
  const identity = ofUser(box.control, db.company, userId);
  if (!identity || !canMail({ publicUrl, ...settings }) || db.now() >= until || isStopped(db))
    return;
  const me = meOf(db, userId, identity.super);
  if (!me || !holds(me, "dashboard:view")) return;
  if (wasPosted(box.control, "morning", identity.email, since)) return;
  const plan = flagsOf(box.control, db.company);
  const figures = dayFigures(db, plan, periodOf(db, { date_from: before, date_to: before }));
  if (isEmpty(figures)) return;
  box.control.write((tx) =>
    postMail(tx, box, {
      kind: "morning",
      to: identity.email,
      language,
      values: {
        name: findUser(db, userId).name,
        company: db.about().name,
        figures: figureLines(language, figures, dashboardNow(db, plan)).join("\n"),
      },
      link: `${publicUrl}/dashboard?date_from=${before}&date_to=${before}`,
      uselessAt: until,
    }),
  );
}

/** The company's day at a moment, and the one before (YYYY-MM-DD). */
function daysOf(db: CompanyDb, at: number): [day: string, before: string] {
  const day = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(db.about().timezone)
    .toPlainDate();
  return [day.toString(), day.subtract({ days: 1 }).toString()];
}

const isEmpty = ({ arrived, resolved, sales, ratings }: DayFigures) =>
  arrived.now === 0 &&
  resolved.now === 0 &&
  (sales?.orders ?? 0) === 0 &&
  ratings.every((count) => count === 0);
