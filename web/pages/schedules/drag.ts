import type { DragEvent } from "react";
import { isEditable, type Schedule } from "../../parts/schedules/schedule.ts";
import { move, type Entry } from "./calendar.ts";

let dragged: { schedule: Schedule; time: string } | null = null;

/** Props that make an entry draggable. A repetition cannot be dragged; its next occurrence can. */
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
 * Props that let a day take a dropped entry. `timeAt` gives the time of day (HH:mm) at the pointer;
 * without it the entry keeps its time.
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
