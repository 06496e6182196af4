import { MessageCircle, Smartphone } from "lucide-react";
import type { Field, Values } from "../../kit/form.ts";
import type { Queue } from "../tickets/types.ts";
import type { Line } from "./types.ts";

/** The form of a connection; its provider is chosen once. doc 1 §5 */
export function fieldsOf(queues: Queue[], line?: Line, first = false): Field[] {
  const fixed = first || line?.isDefault;
  return [
    { name: "name", label: "connections.name", hint: "connections.nameHint", required: true, min: 2, max: 50 },
    ...(line ? [] : [provider]),
    { name: "queueIds", label: "connections.queues", type: "many", hint: "connections.queuesHint", options: queues },
    { name: "greetingMessage", label: "connections.greeting", type: "textarea", hint: "connections.greetingHint", max: 2000 },
    { name: "complationMessage", label: "connections.farewell", type: "textarea", hint: "connections.farewellHint", max: 2000 },
    { name: "reopenMinutes", label: "connections.reopen", type: "number", hint: "connections.reopenHint", required: true, max: 525_600, messages: { invalid: "connections.reopenInvalid" } },
    // There is always one: it is given up by choosing another.
    { name: "isDefault", label: "connections.isDefault", type: "switch", hint: fixed ? "connections.defaultFixed" : "connections.defaultHint", disabled: fixed },
  ];
}

/** What the form starts with. doc 1 §9, doc 4 §1.3 */
export const valuesOf = (line: Line | undefined, first: boolean, queues: Queue[] = []): Values =>
  line
    ? { name: line.name, queueIds: line.queueIds, greetingMessage: line.greetingMessage, complationMessage: line.complationMessage, reopenMinutes: String(line.reopenMinutes), isDefault: line.isDefault }
    : { name: "", provider: "beta", queueIds: queues.length === 1 ? queues.map(({ id }) => id) : [], greetingMessage: "", complationMessage: "", reopenMinutes: "120", isDefault: first };

/** The form's values as the server takes them. */
export const bodyOf = ({ reopenMinutes, ...values }: Values) => ({ ...values, reopenMinutes: Number(reopenMinutes) });

const provider: Field = {
  name: "provider",
  label: "connections.provider",
  type: "choice",
  required: true,
  choices: [
    { value: "beta", label: "connections.providers.beta", hint: "connections.betaHint", icon: MessageCircle },
    { value: "practice", label: "connections.providers.practice", hint: "connections.practiceHint", icon: Smartphone },
  ],
};
