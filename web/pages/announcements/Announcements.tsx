import { Eye, EyeOff, Megaphone } from "lucide-react";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { date, useTranslation } from "../../kit/text.ts";
import { AnnouncementDialog } from "./AnnouncementDialog.tsx";
import { type Announcement, priorities } from "../../parts/announcements/priorities.ts";
import { Priority } from "../../parts/announcements/Priority.tsx";
import { addTexts } from "../../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

export const announcements: Listing<Announcement> = {
  name: "announcements",
  options: { envelope: "records", key: "record" },
  icon: Megaphone,
  write: "announcements.write",
  nameOf: ({ title }) => title,
  columns: [
    { label: "announcements.called", cell: (row) => <AnnouncementCell {...row} /> },
    {
      label: "announcements.priority",
      cell: ({ priority }) => <Priority priority={priority} />,
      className: "w-32",
      hideLabel: true,
    },
    {
      label: "announcements.status",
      cell: ({ status }) => <ShownCell status={status} />,
      className: "w-36",
      hideLabel: true,
    },
    {
      label: "announcements.since",
      cell: ({ createdAt }) => (
        <span className="text-muted tabular whitespace-nowrap">{date(createdAt)}</span>
      ),
      className: "w-32",
    },
  ],
  fields: [
    { name: "title", label: "announcements.called", required: true, max: 100 },
    {
      name: "text",
      label: "announcements.text",
      type: "textarea",
      required: true,
      max: 4000,
      rows: 6,
    },
    {
      name: "priority",
      label: "announcements.priority",
      type: "choice",
      required: true,
      choices: Object.entries(priorities).map(([value, { name, icon }]) => ({
        value,
        label: name,
        icon,
      })),
    },
    {
      name: "status",
      label: "announcements.isShown",
      type: "switch",
      hint: "announcements.isShownHint",
    },
  ],
  emptyValues: { title: "", text: "", priority: "3", status: true },
  dialog: AnnouncementDialog,
};

/** The owner of the box writes announcements here for every company. rules.md#announcements */
export const Announcements = () => <ListPage listing={announcements} />;

function AnnouncementCell({ title, text, mediaPath }: Announcement) {
  return (
    <span className="flex items-center gap-3 py-1">
      {mediaPath && (
        <img
          src={`${mediaPath}&thumb=true`}
          alt=""
          loading="lazy"
          className="border-line size-10 shrink-0 rounded-lg border object-cover"
        />
      )}
      <span className="min-w-0">
        <span className="block font-medium break-words">{title}</span>
        <span className="text-muted text-small line-clamp-1 font-normal break-words">{text}</span>
      </span>
    </span>
  );
}

function ShownCell({ status }: Pick<Announcement, "status">) {
  const { t } = useTranslation();
  const Icon = status ? Eye : EyeOff;
  return (
    <span className={`flex items-center gap-1.5 ${status ? "" : "text-muted"}`}>
      <Icon size={16} aria-hidden className="shrink-0" />
      {t(status ? "announcements.on" : "announcements.off")}
    </span>
  );
}
