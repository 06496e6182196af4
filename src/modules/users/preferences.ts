import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Me } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { query } from "../../kit/db/query.ts";
import { arrayOf, bounded, id, line, time } from "../../kit/http/fields.ts";
import {
  defaultPreferences,
  foldableGroups,
  mostBoardLanes,
  mostContactViews,
  mostViewTags,
  type Preferences,
} from "../../shared/preferences.ts";
import { languages } from "../../shared/languages.ts";
import { notificationKinds, type NotificationKind } from "../../shared/notifications.ts";
import { ticketOrders } from "../../shared/ticket-list.ts";
import { nextHour } from "./morning-hour.ts";
import { userPreferences } from "./table.ts";

/** The kinds of notifications that a user turns on or off on their devices. */
export const pushKinds = z.object(
  Object.fromEntries(notificationKinds.map((kind) => [kind, z.boolean().optional()])) as Record<
    NotificationKind,
    z.ZodOptional<z.ZodBoolean>
  >,
);

export const preferencesBody = z
  .object({
    foldedGroups: arrayOf(z.enum(foldableGroups), foldableGroups.length),
    ticketOrder: z.enum(ticketOrders),
    isAway: z.boolean(),
    morningMail: z
      .object({ hour: z.number().int().min(0).max(23), language: z.enum(languages) })
      .nullable(),
    push: pushKinds,
    pushQuiet: z.object({ on: z.boolean(), from: time, to: time }),
    boardLanes: z.object({
      folded: arrayOf(id, mostBoardLanes),
      open: arrayOf(id, mostBoardLanes),
    }),
    contactViews: arrayOf(
      z.object({ name: line(40), search: bounded(200), tagIds: arrayOf(id, mostViewTags) }),
      mostContactViews,
    ),
  })
  .partial();

const byUser = query((db) =>
  db
    .select({ preferences: userPreferences.preferences })
    .from(userPreferences)
    .where(eq(userPreferences.userId, sql.placeholder("userId"))),
);

export const read = (db: CompanyDb, { id: userId }: Pick<Me, "id">): Preferences => ({
  ...defaultPreferences,
  ...byUser(db).get({ userId })?.preferences,
});

/** Changes the preferences that are named. The user's other screens follow. */
export function change(
  db: CompanyDb,
  me: Me,
  changes: z.infer<typeof preferencesBody>,
): Preferences {
  return db.write((tx) => {
    const before = read(tx, me);
    const preferences = { ...before, ...changes, push: { ...before.push, ...changes.push } };
    const { morningMail } = changes;
    const row = {
      preferences,
      ...(morningMail !== undefined && {
        morningMailAt: morningMail && nextHour(tx, morningMail.hour),
      }),
    };
    tx.insert(userPreferences)
      .values({ userId: me.id, ...row })
      .onConflictDoUpdate({ target: userPreferences.userId, set: row })
      .run();
    tx.emit("preferences", "update", { preferences }, { to: "user", userId: me.id });
    return preferences;
  });
}
