import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { Field } from "../../forms/Field.tsx";
import { Form } from "../../forms/Form.tsx";
import type { FormValue } from "../../forms/form.ts";
import type { Story } from "../../parts/story.ts";
import { addTexts } from "../../kit/translations.ts";
import { fieldsOf, valuesOf } from "./fields.ts";
import texts from "./texts.json";

addTexts(texts);

const secret = signal<FormValue>(undefined);

function Secrets() {
  useSignals();
  return (
    <div className="flex max-w-md flex-col gap-4">
      <Field
        field={{ name: "new", label: "ias.token", type: "secret", required: true }}
        value="sk-1"
        onChange={() => {}}
      />
      <Field
        field={{ name: "stored", label: "ias.token", type: "secret", hasStored: true }}
        value={secret.value}
        onChange={(value) => (secret.value = value)}
      />
      <Field
        field={{ name: "cleared", label: "ias.token", type: "secret", hasStored: true }}
        value=""
        onChange={() => {}}
      />
      <Field
        field={{
          name: "again",
          label: "ias.token",
          type: "secret",
          hasStored: true,
          required: true,
        }}
        value={undefined}
        error="again"
        onChange={() => {}}
      />
      <Field
        field={{
          name: "text",
          label: "ias.prompt",
          type: "textarea",
          rows: 3,
          showLength: true,
          max: 250,
          hint: "ias.promptHint",
        }}
        value="Você atende a Padaria Pão Quente."
        onChange={() => {}}
      />
      <Field
        field={{
          name: "choice",
          label: "connections.answerer",
          type: "select",
          emptyLabel: "connections.nobody",
          items: [
            { value: "1", label: "Balconista", group: "IAs" },
            { value: "2", label: "Triagem", group: "Integrações" },
          ],
        }}
        value="2"
        onChange={() => {}}
      />
    </div>
  );
}

/** The form of an AI, and the inputs that it uses, in each of their states. */
export const iaStories: Story[] = [
  {
    name: "AI form",
    show: () => (
      <div className="max-w-lg">
        <Form
          fields={(values) => fieldsOf(values, [], null)}
          values={valuesOf(null)}
          submit="Salvar"
          onSubmit={async () => {}}
        />
      </div>
    ),
  },
  { name: "secrets and choices", show: Secrets },
];
