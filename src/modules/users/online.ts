import { and, eq, isNull } from "drizzle-orm";
import type { SendTransient } from "../../kit/db/audience.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { users } from "./table.ts";

/** A user is offline only after this time (ms) without a screen: reloading a page takes less. */
const offlineDelay = 10_000;
/** The least time (ms) between two announcements of a user's changes. */
const announceInterval = 60_000;

type Status = {
  screens: number;
  announcedOnline: boolean;
  announcedAt: number;
  offlineTimer?: ReturnType<typeof setTimeout>;
  announceTimer?: ReturnType<typeof setTimeout>;
};

/** By company and user id; kept in memory only. */
const statusByDb = new WeakMap<CompanyDb, Map<number, Status>>();

/** Whether a user has a screen open, or had one a moment ago. */
export function isOnline(db: CompanyDb, id: number): boolean {
  const person = statusByDb.get(db)?.get(id);
  return person !== undefined && (person.screens > 0 || person.offlineTimer !== undefined);
}

/**
 * Call when a screen opens; call the returned function when it closes. After the last one
 * `lastSeenAt` is saved.
 */
export function openScreen(db: CompanyDb, id: number, sendTransient: SendTransient): () => void {
  const people = statusByDb.get(db) ?? new Map<number, Status>();
  statusByDb.set(db, people);
  const person = people.get(id) ?? { screens: 0, announcedOnline: false, announcedAt: -Infinity };
  people.set(id, person);
  const announce = () => {
    const online = isOnline(db, id);
    if (online === person.announcedOnline || person.announceTimer) return;
    const wait = person.announcedAt + announceInterval - performance.now();
    if (wait > 0) {
      person.announceTimer = setTimeout(
        () => ((person.announceTimer = undefined), announce()),
        wait,
      ).unref();
      return;
    }
    person.announcedOnline = online;
    person.announcedAt = performance.now();
    sendTransient(
      db.company,
      { event: "user", action: "update", user: { id, online, lastSeenAt: new Date(db.now()) } },
      { to: "everyone" },
    );
  };

  // The first screen saves a time already: a box that is killed saves none when it closes.
  if (person.screens === 0)
    db.update(users)
      .set({ lastSeenAt: new Date(db.now()) })
      .where(and(eq(users.id, id), isNull(users.lastSeenAt)))
      .run();
  person.screens += 1;
  clearTimeout(person.offlineTimer);
  person.offlineTimer = undefined;
  announce();
  return () => {
    person.screens -= 1;
    if (person.screens > 0) return;
    // `updatedAt` stays: it shows when the user's access last changed.
    db.update(users)
      .set({ lastSeenAt: new Date(db.now()) })
      .where(eq(users.id, id))
      .run();
    person.offlineTimer = setTimeout(
      () => ((person.offlineTimer = undefined), announce()),
      offlineDelay,
    ).unref();
  };
}
