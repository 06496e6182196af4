import { useState } from "react";
import { presets } from "../../../src/shared/colors.ts";
import { ApiError } from "../../kit/api.ts";
import { Calendar } from "../../kit/Calendar.tsx";
import { ColorInput } from "../../kit/ColorInput.tsx";
import { Field } from "../../forms/Field.tsx";
import { Form } from "../../forms/Form.tsx";
import type { FormValue } from "../../forms/form.ts";
import type { Story } from "../../parts/story.ts";
import { quickMessages } from "../quick-messages/QuickMessages.tsx";
import { tags } from "../tags/Tags.tsx";

/** The kit's forms and inputs. */
export const inputStories: Story[] = [
  { name: "field", show: Fields },
  {
    name: "form",
    show: () => (
      <Form
        fields={quickMessages.fields}
        values={quickMessages.emptyValues ?? {}}
        submit="Salvar"
        onCancel={() => {}}
        onSubmit={async () => {}}
      />
    ),
  },
  {
    name: "form refused",
    show: () => (
      <Form
        fields={tags.fields}
        values={{ name: "Encomenda", color: presets[4] ?? "" }}
        preview={tags.preview}
        submit="Salvar"
        onSubmit={() => Promise.reject(new ApiError(500, { error: "ERR_INTERNAL" }))}
      />
    ),
  },
  { name: "colour input", show: Picker },
];

function Fields() {
  const [value, setValue] = useState<FormValue>("ana@");
  const [number, setNumber] = useState<FormValue>("+55 11 98888-0001");
  const [taken, setTaken] = useState<FormValue>([1]);
  const [day, setDay] = useState("2026-11-20");
  const [hour, setHour] = useState("08:30");
  const [picture, setPicture] = useState<FormValue>("/public/icon-192.png");
  return (
    <div className="flex max-w-md flex-col gap-4">
      <Field
        field={{ name: "email", label: "auth.email", type: "email", required: true }}
        value={value}
        error="invalid"
        onChange={setValue}
      />
      <Field
        field={{
          name: "shortcode",
          label: "quickMessages.shortcode",
          prefix: "/",
          hint: "quickMessages.shortcodeHint",
        }}
        value="pix"
        onChange={() => {}}
      />
      <Field
        field={{
          name: "password",
          label: "auth.password",
          type: "password",
          required: true,
          min: 8,
        }}
        value="segredo"
        error="too_short"
        onChange={() => {}}
      />
      <Field
        field={{
          name: "geral",
          label: "quickMessages.geral",
          type: "switch",
          hint: "quickMessages.geralHint",
        }}
        value
        onChange={() => {}}
      />
      <Field
        field={{
          name: "number",
          label: "connections.link.number",
          type: "tel",
          hint: "connections.link.numberHint",
          required: true,
        }}
        value={number}
        onChange={setNumber}
      />
      <Field
        field={{ name: "minutes", label: "connections.reopen", type: "number", required: true }}
        value="120"
        onChange={() => {}}
      />
      <Field
        field={{ name: "date", label: "audit.from", type: "date", required: true }}
        value={day}
        onChange={(chosen) => setDay(String(chosen))}
      />
      <Field
        field={{ name: "date", label: "audit.to", type: "date" }}
        value="31/02/20"
        error="invalid"
        onChange={() => {}}
      />
      <Field
        field={{ name: "time", label: "simulator.time", type: "time", required: true }}
        value={hour}
        onChange={(typed) => setHour(String(typed))}
      />
      <div className="menu-panel static! w-72">
        <Calendar day={day} min="2026-11-03" onChoose={() => {}} />
      </div>
      <Field
        field={{ name: "discountValue", label: "users.discount", type: "money", required: true }}
        value="1234,50"
        onChange={() => {}}
      />
      <Field
        field={{ name: "discount", label: "users.discount", type: "percent", required: true }}
        value="7,5"
        error="invalid"
        onChange={() => {}}
      />
      <Field
        field={{ name: "mediaPath", label: "announcements.picture", type: "picture" }}
        value={picture}
        onChange={setPicture}
      />
      <Field
        field={{ name: "noPicture", label: "announcements.picture", type: "picture" }}
        value=""
        onChange={() => {}}
      />
      <Field
        field={{
          name: "queues",
          label: "connections.queues",
          type: "many",
          options: [
            { id: 1, name: "Atendimento", color: "#0f766e" },
            { id: 2, name: "Encomendas" },
          ],
        }}
        value={taken}
        onChange={setTaken}
      />
      <Field
        field={{
          name: "days",
          label: "campaigns.windowDays",
          type: "many",
          inline: true,
          options: [
            { id: 1, name: "seg." },
            { id: 2, name: "ter." },
          ],
        }}
        value={taken}
        onChange={setTaken}
      />
    </div>
  );
}

function Picker() {
  const [color, setColor] = useState(presets[0] ?? "");
  return <ColorInput value={color} onChange={setColor} />;
}
