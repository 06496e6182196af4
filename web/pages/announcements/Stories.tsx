import { AnnouncementEntry } from "../../shell/AnnouncementsMenu.tsx";
import { listStories } from "../../parts/ListStories.tsx";
import type { Story } from "../../parts/story.ts";
import { announcements } from "./Announcements.tsx";
import { Priority } from "../../parts/announcements/Priority.tsx";
import type { Announcement } from "../../parts/announcements/priorities.ts";

const row = (id: number, title: string, more: Partial<Announcement> = {}): Announcement => ({
  id,
  title,
  text: "Domingo das 3h às 4h o Balcão fica fora do ar.",
  priority: 3,
  status: true,
  mediaPath: null,
  mediaName: null,
  media: null,
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
  ...more,
});

const manyAnnouncements = [
  row(1, "Manutenção no domingo", {
    priority: 1,
    mediaPath: "/public/icon-192.png?",
    mediaName: "aviso.png",
  }),
  row(
    2,
    "Um título bem comprido que não cabe numa linha só, comonessapalavraquenaoacabanuncamais",
    { priority: 2, text: "Texto ".repeat(80) },
  ),
  row(3, "Rascunho", { status: false }),
];

/** The parts of the announcements page, and the page. */
export const announcementStories: Story[] = [
  {
    name: "weights",
    show: () => (
      <div className="flex gap-4">
        {[1, 2, 3].map((priority) => (
          <Priority key={priority} priority={priority} />
        ))}
      </div>
    ),
  },
  {
    name: "news",
    show: () => (
      <div className="menu-panel static! w-88">
        {manyAnnouncements.map((row) => (
          <AnnouncementEntry key={row.id} row={row} onRead={() => {}} />
        ))}
      </div>
    ),
  },
  ...listStories("announcements", announcements, manyAnnouncements),
];
