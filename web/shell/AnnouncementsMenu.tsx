import { useSignals } from "@preact/signals-react/runtime";
import { Megaphone } from "lucide-react";
import { useEffect, useState } from "react";
import { Dialog } from "../kit/Dialog.tsx";
import { date, useTranslation } from "../kit/text.ts";
import { Priority } from "../parts/announcements/Priority.tsx";
import type { Announcement } from "../parts/announcements/priorities.ts";
import {
  currentAnnouncements,
  markAnnouncementsSeen,
  openAnnouncement,
  unseenAnnouncements,
} from "./announcements.ts";
import { PopoverList } from "./PopoverList.tsx";

/** Announcements of the owner of the box; hidden while there are none. */
export function AnnouncementsMenu() {
  useSignals();
  const { t } = useTranslation();
  const { length } = unseenAnnouncements.value;
  const title = t("announcements.title");
  if (currentAnnouncements.value.length === 0) return null;
  return (
    <PopoverList
      title={title}
      label={length > 0 ? t("announcements.some", { count: length }) : title}
      icon={Megaphone}
      badge={length}
      rows={currentAnnouncements.value}
      row={(row) => <AnnouncementEntry row={row} onRead={() => (openAnnouncement.value = row)} />}
    />
  );
}

export function AnnouncementEntry({ row, onRead }: { row: Announcement; onRead: () => void }) {
  useSignals();
  const { t } = useTranslation();
  // A new announcement stays marked until the user closes the menu.
  const [isFresh] = useState(() => unseenAnnouncements.peek().some(({ id }) => id === row.id));
  useEffect(markAnnouncementsSeen, [row]);
  return (
    <button
      type="button"
      data-closes
      className="menu-item items-start! gap-3! py-2!"
      onClick={onRead}
    >
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className="min-w-0 flex-1 font-semibold break-words">{row.title}</span>
          <time dateTime={row.createdAt} className="text-muted shrink-0 text-xs">
            {date(row.createdAt)}
          </time>
        </span>
        <span className="text-small line-clamp-2 break-words">{row.text}</span>
        <span className="flex items-center gap-2">
          <Priority priority={row.priority} />
          {isFresh && (
            <span className="bg-primary text-primary-content rounded-full px-1.5 text-xs font-semibold">
              {t("announcements.fresh")}
            </span>
          )}
        </span>
      </span>
      {row.mediaPath && (
        <img
          src={`${row.mediaPath}&thumb=true`}
          alt=""
          className="border-line size-14 shrink-0 rounded-lg border object-cover"
        />
      )}
    </button>
  );
}

/** The open announcement, in its current state. */
export function OpenAnnouncement() {
  useSignals();
  const { t } = useTranslation();
  const chosen = openAnnouncement.value;
  if (!chosen) return null;
  const { title, text, priority, createdAt, mediaPath } =
    currentAnnouncements.value.find(({ id }) => id === chosen.id) ?? chosen;
  const onClose = () => (openAnnouncement.value = null);
  return (
    <Dialog title={title} onClose={onClose}>
      <p className="text-muted text-small mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <Priority priority={priority} />
        <time dateTime={createdAt}>{date(createdAt)}</time>
      </p>
      <p className="break-words whitespace-pre-line">{text}</p>
      {mediaPath && (
        <a href={mediaPath} target="_blank" rel="noopener noreferrer" className="mt-4 block w-fit">
          <img
            src={mediaPath}
            alt={t("announcements.pictureAlt")}
            className="border-line max-h-96 max-w-full rounded-lg border object-contain"
          />
        </a>
      )}
    </Dialog>
  );
}
