import { ReminderList } from "../../parts/reminders/ReminderList.tsx";
import type { Reminder } from "../../parts/reminders/reminders.ts";
import { listStates } from "../../parts/ListStories.tsx";
import type { Story } from "../../parts/story.ts";
import { addTexts } from "../../kit/translations.ts";
import { RemindersView } from "./Reminders.tsx";
import type { Task } from "./stored-tasks.ts";
import { TasksView } from "./Tasks.tsx";
import texts from "./texts.json";

addTexts(texts);

const task = (id: number, text: string, done = false): Task => ({
  id: String(id),
  text,
  done,
  createdAt: "",
  updatedAt: "",
});
const verbs = { onDone: () => {}, onText: () => {}, onMove: () => {}, onRemove: () => {} };
const long =
  "Um texto bem comprido que não cabe numa linha só, comonessapalavraquenaoacabanuncamaisdetaolongaqueela";

const reminder = (id: number, text: string, more: Partial<Reminder> = {}): Reminder => ({
  id,
  text,
  ticketId: id,
  contactId: id,
  userId: 1,
  byUserId: 1,
  dueAt: "2036-11-20T12:00:00Z",
  rungAt: null,
  doneAt: null,
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
  user: { id: 1, name: "Ana" },
  byUser: { id: 1, name: "Ana" },
  contact: { id, name: "Bia Nogueira", profilePicUrl: "", isGroup: false },
  ticket: { id, uuid: `gallery-reminder-${id}`, status: "open" },
  ...more,
});

const reminders = [
  reminder(1, "Confirmar a entrega", {
    dueAt: "2026-11-20T12:00:00Z",
    rungAt: "2026-11-20T12:00:00Z",
  }),
  reminder(2, "", { byUserId: 2, byUser: { id: 2, name: "Rui" } }),
  reminder(3, long, { userId: 2, user: { id: 2, name: "Rui" } }),
  reminder(4, "Mandar o catálogo", { doneAt: "2026-11-20T12:00:00Z" }),
];

/** Tasks and reminders in their states. */
export const todoStories: Story[] = [
  {
    name: "tasks",
    show: () => (
      <TasksView
        rows={[task(1, "Comprar fermento"), task(2, long), task(3, "Ligar para o moinho", true)]}
        verbs={verbs}
        onAdd={() => true}
        onClear={() => {}}
      />
    ),
  },
  {
    name: "tasks none",
    show: () => <TasksView rows={[]} verbs={verbs} onAdd={() => true} onClear={() => {}} />,
  },
  {
    name: "tasks all done",
    show: () => (
      <TasksView
        rows={[task(1, "Comprar fermento", true)]}
        verbs={verbs}
        onAdd={() => true}
        onClear={() => {}}
      />
    ),
  },
  ...Object.entries(listStates(reminders)).map(([state, list]): Story => ({
    name: `reminders ${state}`,
    show: () => <RemindersView list={list} view="open" onView={() => {}} />,
  })),
  {
    name: "a ticket's reminders",
    show: () => (
      <div className="max-w-80">
        <ReminderList rows={reminders} />
      </div>
    ),
  },
];
