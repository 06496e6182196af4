import { switchOf } from "../../forms/switched.ts";
import { closedText } from "../../../src/shared/attendance.ts";
import type { FormValue, FormValues } from "../../forms/form.ts";
import type { Queue } from "../../types.ts";
import { officialNames, usualVersion } from "./official/official-fields.ts";
import type { LinkableConnection } from "../../parts/linking/types.ts";

export const idsOf = (value: FormValue): number[] => (Array.isArray(value) ? value : []);

const texts = [
  "greetingMessage",
  "outOfHoursMessage",
  "complationMessage",
  "ratingMessage",
  "expiresInactiveMessage",
  "phoneTest",
] as const;

/** The numbers for which the server takes 0 as off, with the value that a switch begins with. */
const usual = {
  reopenMinutes: 120,
  maxUseBotQueues: 3,
  timeUseBotQueues: 5,
  expiresTicket: 1440,
  expiresBotTicket: 60,
  timeToTransfer: 10,
};
export type SwitchedNumber = keyof typeof usual;
const numbers = Object.keys(usual) as SwitchedNumber[];

/** The form's initial values. rules.md#form-defaults */
export function valuesOf(
  connection: LinkableConnection | undefined,
  first: boolean,
  queues: Queue[] = [],
): FormValues {
  const { name, queueIds, isDefault, transferQueueId, defaultQueueId, promptId, integrationId } =
    connection ?? {
      ...blank,
      queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [],
      isDefault: first,
    };
  return {
    name,
    queueIds,
    isDefault,
    ...(!connection && {
      provider: "beta",
      ...Object.fromEntries(officialNames.map((name) => [name, ""])),
      apiVersion: usualVersion,
    }),
    ...Object.fromEntries(
      texts.map((text) => [
        text,
        connection?.[text] ?? (text === "outOfHoursMessage" ? closedText : ""),
      ]),
    ),
    ...Object.fromEntries(
      numbers.flatMap((number) => {
        const value = (connection ?? blank)[number] ?? 0;
        return [
          [switchOf(number), value > 0],
          [number, String(value || usual[number])],
        ];
      }),
    ),
    transferQueueId: String(transferQueueId ?? ""),
    defaultQueueId: String(defaultQueueId ?? ""),
    answerer: promptId ? `ia:${promptId}` : integrationId ? `integration:${integrationId}` : "",
  };
}

const blank = {
  name: "",
  transferQueueId: null,
  defaultQueueId: null,
  promptId: null,
  integrationId: null,
  reopenMinutes: 120,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
  expiresTicket: 0,
  expiresBotTicket: 0,
  timeToTransfer: 0,
};

/** The request body of the form's values. */
export function bodyOf({ answerer, transferQueueId, defaultQueueId, ...values }: FormValues) {
  const [kind, id] = String(answerer).split(":");
  const isOfficial = values.provider === "cloud";
  const left = new Set<string>([...numbers.map(switchOf), ...(isOfficial ? [] : officialNames)]);
  return {
    ...Object.fromEntries(Object.entries(values).filter(([name]) => !left.has(name))),
    ...Object.fromEntries(
      numbers.map((number) => [number, values[switchOf(number)] ? Number(values[number]) : 0]),
    ),
    transferQueueId: Number(transferQueueId) || null,
    defaultQueueId: Number(defaultQueueId) || null,
    promptId: kind === "ia" ? Number(id) : null,
    integrationId: kind === "integration" ? Number(id) : null,
  };
}
