import type { Week } from "../../../src/shared/hours.ts";
import { closedText } from "../../../src/shared/attendance.ts";
import type { ShareMode } from "../../../src/shared/share.ts";
import { presets } from "../../../src/shared/colors.ts";
import { saveEdit } from "../../forms/save-edit.ts";
import { api } from "../../kit/api.ts";
import { check, type Field } from "../../forms/form.ts";
import { defaultWeek, completeWeek, weekErrors } from "../../kit/week/week.ts";
import {
  withIds,
  type Node,
  rowsOf,
  sentOf,
  treeOf,
  type NodeErrors,
  errorsFromServer,
  nodeErrors,
} from "./options/tree.ts";
import type { Queue, QueueOption } from "./types.ts";

/** A queue with its tree, as the page shows it. */
export type Draft = {
  name: string;
  color: string;
  greetingMessage: string;
  outOfHoursMessage: string;
  complationMessage: string;
  ratingMessage: string;
  integrationId: number | null;
  promptId: number | null;
  share: ShareMode;
  shareLimit: number | null;
  takeBackMinutes: number | null;
  schedules: Week;
  options: Node[];
  /** The `updatedAt` of an existing queue when it was read. */
  updatedAt?: string;
};

/**
 * The errors by their place: the fields of the first tab, the days (`2.endTime`), the nodes by key.
 */
export type DraftErrors = {
  data: Record<string, string>;
  hours: Record<string, string>;
  options: Map<number, NodeErrors>;
};

export const noErrors: DraftErrors = { data: {}, hours: {}, options: new Map() };

// rules.md#form-limits
export const fields = {
  name: {
    name: "name",
    label: "queues.name",
    hint: "queues.nameHint",
    required: true,
    min: 2,
    max: 50,
  },
  color: {
    name: "color",
    label: "queues.color",
    type: "color",
    required: true,
    messages: { taken: "errors.ERR_QUEUE_COLOR_ALREADY_EXISTS" },
  },
  greetingMessage: {
    name: "greetingMessage",
    label: "queues.greeting",
    type: "textarea",
    hint: "queues.greetingHint",
    max: 2000,
  },
  outOfHoursMessage: {
    name: "outOfHoursMessage",
    label: "queues.outOfHours",
    type: "textarea",
    hint: "queues.outOfHoursHint",
    max: 2000,
  },
  complationMessage: {
    name: "complationMessage",
    label: "queues.farewell",
    type: "textarea",
    hint: "queues.farewellHint",
    max: 2000,
  },
  ratingMessage: {
    name: "ratingMessage",
    label: "queues.rating",
    type: "textarea",
    hint: "queues.ratingHint",
    max: 2000,
  },
} satisfies Record<string, Field>;

/** A new queue, with a colour that no other queue has and the usual hours. */
export const blankDraft = (others: Queue[]): Draft => ({
  name: "",
  color:
    presets.find((color) => !others.some((other) => other.color === color)) ?? presets[0] ?? "",
  greetingMessage: "",
  outOfHoursMessage: closedText,
  complationMessage: "",
  ratingMessage: "",
  integrationId: null,
  promptId: null,
  share: "off",
  shareLimit: 5,
  takeBackMinutes: 10,
  schedules: defaultWeek,
  options: [],
});

export const draftOf = (
  {
    name,
    color,
    greetingMessage,
    outOfHoursMessage,
    complationMessage,
    ratingMessage,
    integrationId,
    promptId,
    share,
    shareLimit,
    takeBackMinutes,
    schedules,
    updatedAt,
  }: Queue,
  options: QueueOption[],
): Draft => ({
  name,
  color,
  greetingMessage,
  outOfHoursMessage,
  complationMessage,
  ratingMessage,
  integrationId,
  promptId,
  share,
  shareLimit,
  takeBackMinutes,
  schedules: completeWeek(schedules),
  options: treeOf(options),
  updatedAt,
});

/** Whether two drafts have the same content, whatever their keys. */
export const isSame = (one: Draft, other: Draft) => written(one) === written(other);

const written = ({ options, updatedAt: _, ...rest }: Draft) =>
  JSON.stringify([
    rest,
    sentOf(options),
    rowsOf(options).map(({ node: { file, stored } }) =>
      file === undefined
        ? (stored?.name ?? null)
        : file && [file.name, file.size, file.lastModified],
    ),
  ]);

export function draftErrors(draft: Draft): DraftErrors {
  const data = Object.values(fields).flatMap((field: Field) => {
    const code = check(field, draft[field.name as keyof typeof fields]);
    return code ? [[field.name, code]] : [];
  });
  return {
    data: Object.fromEntries(data),
    hours: weekErrors(draft.schedules),
    options: nodeErrors(draft.options),
  };
}

/** Sorts a refusal's fields by the tab that shows them. */
export function draftErrorsFromServer(refused: Record<string, string>, draft: Draft): DraftErrors {
  const parted = Object.entries(refused);
  const isOption = ([path]: [string, string]) => /^(options\.|\d+\.)/.test(path);
  const isHours = ([path]: [string, string]) => path.startsWith("schedules");
  return {
    data: Object.fromEntries(parted.filter((one) => !isOption(one) && !isHours(one))),
    hours: Object.fromEntries(
      parted.filter(isHours).map(([path, code]) => [path.replace(/^schedules\.?/, ""), code]),
    ),
    options: errorsFromServer(draft.options, Object.fromEntries(parted.filter(isOption))),
  };
}

export const hasErrors = ({ data, hours, options }: DraftErrors) =>
  Object.keys(data).length + Object.keys(hours).length + options.size > 0;

/** Reads a queue with its tree. */
export async function readDraft(id: number): Promise<Draft> {
  const [queue, options] = await Promise.all([
    api.get<Queue>(`/queue/${id}`),
    api.get<QueueOption[]>("/queue-options", { queueId: id }),
  ]);
  return draftOf(queue, options);
}

/**
 * Saves the queue, its tree, then its files. `made` receives a new queue's id at once, so that a
 * second try does not create a second queue.
 */
export async function saveDraft(
  draft: Draft,
  before: Draft,
  id: number | null,
  made: (id: number) => void,
): Promise<{ id: number; stored: Draft }> {
  const nodes = draft.options;
  const row = id === null ? null : ({ id, updatedAt: before.updatedAt } as Queue);
  const saved = await saveEdit("/queue", { row, before: row && bodyOf(before) }, bodyOf(draft));
  if (id === null) made(saved.id);
  const isSameTree =
    id !== null && JSON.stringify(sentOf(nodes)) === JSON.stringify(sentOf(before.options));
  let rows = isSameTree
    ? await api.get<QueueOption[]>("/queue-options", { queueId: saved.id })
    : await api.put<QueueOption[]>(`/queue/${saved.id}/options`, {
        options: sentOf(nodes),
        updatedAt: saved.updatedAt,
      });
  const files = rowsOf(withIds(nodes, rows)).flatMap(({ node: { id: optionId, file, stored } }) =>
    optionId !== null && (file || (file === null && stored)) ? [{ optionId, file }] : [],
  );
  for (const { optionId, file } of files) {
    const path = `/queue-options/${optionId}/media-upload`;
    if (file) await api.post(path, formOf(file));
    else await api.del(path);
  }
  if (files.length > 0)
    rows = await api.get<QueueOption[]>("/queue-options", { queueId: saved.id });
  // Saving the tree also changes the queue's `updatedAt`.
  const stored = draftOf(await api.get<Queue>(`/queue/${saved.id}`), rows);
  return { id: saved.id, stored: { ...stored, options: rekeyed(stored.options, nodes) } };
}

const bodyOf = ({ options: _, updatedAt: __, ...queue }: Draft) => ({
  ...queue,
  name: queue.name.trim(),
});

/** Existing nodes keep their keys, so that the selection stays. */
function rekeyed(stored: Node[], before: Node[]): Node[] {
  return stored.map((node) => {
    const old = before.find(
      ({ option }) => option.trim().toLowerCase() === node.option.toLowerCase(),
    );
    return old ? { ...node, key: old.key, children: rekeyed(node.children, old.children) } : node;
  });
}

function formOf(file: File) {
  const form = new FormData();
  form.set("file", file);
  return form;
}
