import type { ScheduleState } from "../../../src/shared/schedules.ts";
import type { Schedule } from "../../parts/schedules/schedule.ts";
import { SentSchedule } from "../../parts/schedules/SentSchedule.tsx";
import type { Story } from "../../parts/story.ts";
import type { Entry } from "./calendar.ts";
import { EntryButton } from "./EntryButton.tsx";
import "./texts.ts";

const schedule = (
  id: number,
  status: ScheduleState,
  name: string,
  more: Partial<Schedule> = {},
): Schedule => ({
  id,
  status,
  body: "Bom dia! Seu pedido já está no forno.",
  contactId: id,
  contact: { id, name, profilePicUrl: "", isGroup: false },
  userId: 2,
  user: { id: 2, name: "Ana" },
  reason: null,
  late: false,
  sendAt: "2026-11-20T12:00:00Z",
  sentAt: null,
  firstAt: "2026-11-20T12:00:00Z",
  occurrence: 0,
  recurrence: null,
  whatsappId: null,
  whatsapp: null,
  signature: false,
  openTicket: false,
  queueId: null,
  ticketUserId: null,
  messageId: null,
  template: null,
  mediaPath: null,
  mediaName: null,
  media: null,
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
  ...more,
});

const repeated = schedule(2, "PENDENTE", "Davi", { recurrence: { every: "weekday", interval: 1 } });
const entries: Entry[] = [
  ...[
    schedule(1, "PENDENTE", "Bia"),
    repeated,
    schedule(3, "AGENDADA", "Lia"),
    schedule(4, "ENVIADA", "Um nome muito comprido que não cabe"),
    schedule(7, "PENDENTE", "Davi", { reason: "ERR_SCHEDULE_WAITS" }),
    schedule(5, "ERRO", "Otto", { reason: "ERR_SCHEDULE_EXPIRED" }),
  ].map((one) => ({
    key: String(one.id),
    schedule: one,
    at: "2026-11-20T09:00",
    instant: "2026-11-20T12:00:00Z",
    isRepeat: false,
  })),
  {
    key: "2/next",
    schedule: repeated,
    at: "2026-11-23T09:00",
    instant: "2026-11-23T12:00:00Z",
    isRepeat: true,
  },
];

/** A calendar's entries in all states, and sent messages. */
export const scheduleStories: Story[] = [
  {
    name: "schedules in a calendar",
    show: () => (
      <div className="flex w-44 flex-col gap-1">
        {entries.map((entry) => (
          <EntryButton key={entry.key} entry={entry} onOpen={() => {}} />
        ))}
      </div>
    ),
  },
  {
    name: "a sent schedule",
    show: () => (
      <SentSchedule
        row={schedule(6, "ENVIADA", "Bia", {
          sentAt: "2026-11-20T15:00:00Z",
          late: true,
          whatsapp: { id: 1, name: "Balcão" },
        })}
      />
    ),
  },
];
