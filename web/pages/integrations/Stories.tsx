import { Form } from "../../forms/Form.tsx";
import type { Story } from "../../parts/story.ts";
import { TestResult } from "../../parts/TestResult.tsx";
import { addTexts } from "../../kit/translations.ts";
import { fieldsOf, valuesOf } from "./fields.ts";
import { FlowHelp } from "./FlowHelp.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The form, the help and the test results of an integration, in each of their states. */
export const integrationStories: Story[] = [
  ...(["typebot", "n8n", "dialogflow"] as const).map((type) => ({
    name: `integration form ${type}`,
    show: () => (
      <div className="max-w-lg">
        <Form
          fields={(values) => fieldsOf(values, null)}
          values={{ ...valuesOf(null), type }}
          submit="Salvar"
          onSubmit={async () => {}}
        />
      </div>
    ),
  })),
  { name: "flow help", show: () => <FlowHelp type="n8n" /> },
  {
    name: "answered",
    show: () => (
      <>
        <TestResult tried={{ well: "Abrimos domingo das 7 h às 13 h." }} />
        <TestResult tried={{ badly: "A IA não respondeu." }} />
      </>
    ),
  },
];
