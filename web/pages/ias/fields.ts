import type * as iasTable from "../../../src/modules/ias/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { language } from "../../kit/text.ts";
import type { Queue } from "../../types.ts";

export type Ia = Wire<iasTable.Ia>;

/** The names of the types, by number. */
export const typeNames: Record<Ia["type"], string> = { 1: "ChatGpt", 2: "DeepSeek", 3: "Ollama" };

const providers: Record<Ia["type"], { models: string[]; place: string }> = {
  1: { models: ["gpt-4.1-mini", "gpt-4.1", "gpt-4o-mini", "gpt-4o"], place: "ias.urlDefault1" },
  2: { models: ["deepseek-chat", "deepseek-reasoner"], place: "ias.urlDefault2" },
  3: { models: ["llama3.2", "qwen3", "gemma3", "mistral"], place: "ias.urlExample" },
};

export const typeOf = (values: FormValues) =>
  ["1", "2", "3"].includes(String(values.type)) ? (Number(values.type) as Ia["type"]) : 1;

/** The form fields of an AI, by its type. */
export function fieldsOf(values: FormValues, queues: Queue[], row: Ia | null): Field[] {
  return [...accessFields(values, row), ...answerFields(values, queues)];
}

function accessFields(values: FormValues, row: Ia | null): Field[] {
  const type = typeOf(values);
  const { models, place } = providers[type];
  const ollama = type === 3;
  return [
    {
      tab: "ias.parts.basics",
      name: "name",
      label: "ias.name",
      hint: "ias.nameHint",
      required: true,
      min: 2,
      max: 50,
    },
    {
      tab: "ias.parts.basics",
      name: "type",
      label: "ias.type",
      type: "select",
      required: true,
      items: Object.entries(typeNames).map(([value, label]) => ({ value, label })),
    },
    {
      tab: "ias.parts.basics",
      name: "model",
      label: "ias.model",
      hint: "ias.modelHint",
      required: true,
      max: 100,
      suggestions: models,
    },
    {
      tab: "ias.parts.basics",
      name: "url",
      label: "ias.url",
      hint: ollama ? "ias.urlHintOllama" : "ias.urlHint",
      placeholder: place,
      required: ollama,
      max: 2000,
      pattern: /^https?:\/\/[^\s/]+\S*$/i,
      messages: { invalid: "integrations.urlInvalid" },
    },
    {
      tab: "ias.parts.basics",
      name: "token",
      label: "ias.token",
      hint: ollama ? "ias.tokenHintOllama" : "ias.tokenHint",
      type: "secret",
      required: !ollama,
      hasStored: row?.hasSecret,
      max: 500,
    },
    {
      tab: "ias.parts.basics",
      name: "isActive",
      label: "ias.active",
      type: "switch",
      hint: "ias.activeHint",
    },
  ];
}

const answerFields = (values: FormValues, queues: Queue[]): Field[] => [
  {
    tab: "ias.parts.prompt",
    name: "prompt",
    label: "ias.prompt",
    hint: "ias.promptHint",
    placeholder: "ias.promptExample",
    type: "textarea",
    rows: 12,
    required: true,
    max: 20_000,
    showLength: true,
  },
  {
    tab: "ias.parts.prompt",
    name: "queueId",
    label: "ias.queue",
    hint: "ias.queueHint",
    type: "select",
    emptyLabel: "ias.sameQueue",
    items: queues.map(({ id, name }) => ({ value: String(id), label: name })),
  },
  {
    tab: "ias.parts.limits",
    name: "maxTokens",
    label: "ias.maxTokens",
    hint: "ias.maxTokensHint",
    type: "number",
    required: true,
    min: 10,
    max: 8000,
    messages: { invalid: "ias.maxTokensInvalid" },
  },
  {
    tab: "ias.parts.limits",
    name: "temperature",
    label: "ias.temperature",
    hint: "ias.temperatureHint",
    required: true,
    pattern: /^([01]([.,]\d{1,2})?|2([.,]0{1,2})?)$/,
    messages: { invalid: "ias.temperatureInvalid" },
  },
  {
    tab: "ias.parts.limits",
    name: "maxMessages",
    label: "ias.maxMessages",
    hint: "ias.maxMessagesHint",
    type: "number",
    required: true,
    max: 50,
    messages: { invalid: "ias.maxMessagesInvalid" },
  },
  ...(typeOf(values) === 1 ? [transcription] : []),
];

const transcription: Field = {
  tab: "ias.parts.limits",
  name: "transcriptionModel",
  label: "ias.transcription",
  hint: "ias.transcriptionHint",
  max: 100,
  suggestions: ["whisper-1", "gpt-4o-mini-transcribe", "gpt-4o-transcribe"],
};

const decimal = (number: number) =>
  language.peek() === "en" ? String(number) : String(number).replace(".", ",");

/** The form's initial values; the key is not among them. */
export const valuesOf = (row: Ia | null): FormValues => ({
  name: row?.name ?? "",
  type: String(row?.type ?? 1),
  model: row?.model ?? "",
  url: row?.url ?? "",
  prompt: row?.prompt ?? "",
  isActive: row?.isActive ?? true,
  queueId: String(row?.queueId ?? ""),
  maxTokens: String(row?.maxTokens ?? 300),
  temperature: decimal(row?.temperature ?? 0.7),
  maxMessages: String(row?.maxMessages ?? 10),
  transcriptionModel: row?.transcriptionModel ?? "",
});

/** The request body of the form's values. */
export const bodyOf = ({
  queueId,
  temperature,
  maxTokens,
  maxMessages,
  transcriptionModel,
  ...values
}: FormValues) => ({
  ...values,
  type: typeOf(values),
  queueId: Number(queueId) || null,
  temperature: Number(String(temperature).replace(",", ".")),
  maxTokens: Number(maxTokens),
  maxMessages: Number(maxMessages),
  transcriptionModel: typeOf(values) === 1 ? transcriptionModel : "",
});
