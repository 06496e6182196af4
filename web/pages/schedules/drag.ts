import type { DragEvent } from "react";
import { isEditable, type Schedule } from "../../parts/schedules/schedule.ts";
import { move, type Entry } from "./calendar.ts";

let dragged: { schedule: Schedule; time: string } | null = null;

/** What an entry needs to be dragged; those that repeat are moved by their next. */
export const dragOf = ({ schedule, at, isRepeat }: Entry) =>
  isRepeat || !isEditable(schedule)
    ? {}
    : {
        draggable: true,
        onDragStart: ({ dataTransfer }: DragEvent) => {
          dataTransfer.effectAllowed = "move";
          dataTransfer.setData("text/plain", schedule.contact.name);
          dragged = { schedule, time: at.slice(11) };
        },
        onDragEnd: () => (dragged = null),
      };

/**
 * What a day needs to take an entry. `timeAt` says the time of day (HH:mm) at a place in it;
 * without it the entry keeps its own.
 */
export const dropOn = (day: string, timeAt?: (event: DragEvent<HTMLElement>) => string) => ({
  onDragOver: (event: DragEvent) => {
    if (dragged) event.preventDefault();
  },
  onDrop: (event: DragEvent<HTMLElement>) => {
    if (!dragged) return;
    event.preventDefault();
    void move(dragged.schedule, `${day}T${timeAt?.(event) ?? dragged.time}`);
    dragged = null;
  },
});
