import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useState } from "react";
import type { Holiday, Week } from "../../../src/attendance/hours.ts";
import { ApiError } from "../../kit/api.ts";
import { Field } from "../../kit/Field.tsx";
import { Form } from "../../kit/Form.tsx";
import type { FormValue, FormValues } from "../../kit/form.ts";
import { HoursInput } from "../../kit/HoursInput.tsx";
import { type Hours, defaultWeek, withHours } from "../../kit/week.ts";
import { WeekEditor } from "../../kit/WeekEditor.tsx";
import { fieldsOf as iaFields, valuesOf as iaValues } from "../ias/fields.ts";
import { TestResult } from "../integrations/TestResult.tsx";
import { fieldsOf, valuesOf } from "../integrations/fields.ts";
import { FlowHelp } from "../integrations/FlowHelp.tsx";
import { Holidays } from "./OpeningHours.tsx";
import { Options } from "./Options.tsx";
import { SettingsFailed, LoadingSettings } from "./Settings.tsx";

const strange: Week = [
  [4, ["18:00", "02:00"], ["", ""]],
  [5, ["08:00", "12:00"], ["13:30", "00:00"]],
  [2, ["", ""], ["", ""]],
].reduce((week, [index, ...hours]) => withHours(week, index as number, hours as [Hours, Hours]), defaultWeek);

const holidays: Holiday[] = [
  { date: "2026-12-25", yearly: true, label: "Natal", hours: [] },
  { date: "2026-12-24", yearly: false, label: "Véspera de Natal com um nome bem comprido", hours: [["08:00", "12:00"], ["13:00", "15:30"]] },
];

function Editor({ errors }: { errors?: Record<string, string> }) {
  const [week, setWeek] = useState(strange);
  return <div className="card-quiet px-4"><WeekEditor value={week} errors={errors} onChange={setWeek} /></div>;
}

function Interval() {
  const [hours, setHours] = useState<[Hours, Hours]>([["08:00", "18:00"], ["", ""]]);
  return <HoursInput label="Natal" value={hours} onChange={setHours} />;
}

const secret = signal<FormValue>(undefined);

function Secrets() {
  useSignals();
  return (
    <div className="flex max-w-md flex-col gap-4">
      <Field field={{ name: "new", label: "ias.token", type: "secret", required: true }} value="sk-1" onChange={() => {}} />
      <Field field={{ name: "stored", label: "ias.token", type: "secret", hasStored: true }} value={secret.value} onChange={(value) => (secret.value = value)} />
      <Field field={{ name: "cleared", label: "ias.token", type: "secret", hasStored: true }} value="" onChange={() => {}} />
      <Field field={{ name: "again", label: "ias.token", type: "secret", hasStored: true, required: true, messages: { required: "ias.tokenAgain" } }} value={undefined} error="required" onChange={() => {}} />
      <Field field={{ name: "text", label: "ias.prompt", type: "textarea", rows: 3, showLength: true, max: 250, hint: "ias.promptHint" }} value="Você atende a Padaria Pão Quente." onChange={() => {}} />
      <Field field={{ name: "choice", label: "connections.answerer", type: "select", emptyLabel: "connections.nobody", items: [{ value: "1", label: "Balconista", group: "IAs" }, { value: "2", label: "Triagem", group: "Integrações" }] }} value="2" onChange={() => {}} />
    </div>
  );
}

const form = (fields: (values: FormValues) => ReturnType<typeof fieldsOf>, values: FormValues) => <div className="max-w-lg"><Form fields={fields} values={values} submit="Salvar" onSubmit={async () => {}} /></div>;

/** The parts of the settings, the integrations and the AIs, in each of their states. */
export const settingStories: { name: string; show: () => ReactNode }[] = [
  { name: "week", show: () => <Editor /> },
  { name: "week refused", show: () => <Editor errors={{ "0.endTime": "required", "5.startTime2": "required" }} /> },
  { name: "hours", show: Interval },
  { name: "holidays", show: () => <><Holidays holidays={holidays} wrong={false} /><Holidays holidays={[]} wrong /></> },
  { name: "settings options", show: () => <Options /> },
  { name: "settings loading", show: () => <LoadingSettings /> },
  { name: "settings refused", show: () => <SettingsFailed problem={new ApiError(0, { error: "ERR_NETWORK" })} onRetry={() => {}} /> },
  { name: "secrets and choices", show: Secrets },
  ...(["typebot", "n8n", "dialogflow"] as const).map((type) => ({ name: `integration form ${type}`, show: () => form((values) => fieldsOf(values, null), { ...valuesOf(null), type }) })),
  { name: "AI form", show: () => form((values) => iaFields(values, [], null), iaValues(null)) },
  { name: "flow help", show: () => <FlowHelp type="n8n" /> },
  { name: "answered", show: () => <><TestResult tried={{ well: "Abrimos domingo das 7 h às 13 h." }} /><TestResult tried={{ badly: "A IA não respondeu." }} /></> },
];
