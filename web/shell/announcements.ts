import { computed, signal } from "@preact/signals-react";
import type { Frame } from "../../src/shared/wire.ts";
import { live } from "../session/live.ts";
import { readPart } from "../session/shell-parts.ts";
import { type Announcement, byPriority } from "../parts/announcements/priorities.ts";

/** The current announcements, important ones first. */
export const currentAnnouncements = signal<Announcement[]>([]);

/** The open announcement. It stays open when its drawer closes. */
export const openAnnouncement = signal<Announcement | null>(null);

/** The announcements that this browser has shown. */
const seen = signal<ReadonlySet<number>>(stored());

export const unseenAnnouncements = computed(() =>
  currentAnnouncements.value.filter(({ id }) => !seen.value.has(id)),
);

/** Marks all current announcements as seen, and forgets ended ones. */
export function markAnnouncementsSeen() {
  const ids = currentAnnouncements.peek().map(({ id }) => id);
  if (ids.length === seen.peek().size && ids.every((id) => seen.peek().has(id))) return;
  seen.value = new Set(ids);
  localStorage.setItem(key, JSON.stringify(ids));
}

/** Loads the announcements and keeps them current. Returns a function that ends this. */
export function watchAnnouncements() {
  void read();
  // Live frames from an offline time are not sent again.
  const closers = [live.on("announcement", onAnnouncement), live.on("ready", () => void read())];
  return () => closers.forEach((close) => close());
}

const key = "announcementsSeen";

async function read() {
  const answer = await readPart<{ records: Announcement[] }>("announcements").catch(() => null);
  if (answer) currentAnnouncements.value = answer.records.filter(({ status }) => status);
}

function onAnnouncement({ id, record }: Frame) {
  const fresh = record as Announcement | undefined;
  const others = currentAnnouncements.peek().filter((one) => one.id !== (fresh?.id ?? id));
  currentAnnouncements.value = fresh?.status ? [...others, fresh].toSorted(byPriority) : others;
}

function stored(): ReadonlySet<number> {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem("announcementsSeen") ?? "[]");
    return new Set(Array.isArray(ids) ? ids.map(Number) : []);
  } catch {
    return new Set();
  }
}

window.addEventListener("storage", (event) => {
  if (event.key === key) seen.value = stored();
});
