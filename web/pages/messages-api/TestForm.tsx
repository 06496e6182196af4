import { useState } from "react";
import type { SendAnswer } from "../../../src/modules/messages-api/table.ts";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { TestResult, type TestState } from "../../parts/TestResult.tsx";
import { CodeBlock } from "../../parts/code/CodeBlock.tsx";

const fields: Field[] = [
  { name: "token", label: "messagesApi.test.token", required: true, max: 200, autoComplete: "off" },
  {
    name: "number",
    label: "messagesApi.test.number",
    hint: "messagesApi.test.numberHint",
    required: true,
    pattern: /^(\d{10,15}|[\d-]+@g\.us)$/,
    autoComplete: "off",
  },
  {
    name: "body",
    label: "messagesApi.test.body",
    type: "textarea",
    rows: 4,
    required: true,
    max: 4096,
  },
];

/** Sends one message as another program would, with a typed token. */
export function TestForm() {
  const { t } = useTranslation();
  const [tried, setTried] = useState<TestState>("no");
  const [answer, setAnswer] = useState<SendAnswer | null>(null);
  return (
    <div className="flex max-w-lg flex-col gap-4">
      <p className="text-muted">{t("messagesApi.test.lead")}</p>
      <Form
        fields={fields}
        values={{ token: "", number: "", body: "" }}
        submit={t("messagesApi.test.send")}
        onSubmit={async ({ token, number, body }) => {
          setTried("going");
          setAnswer(null);
          try {
            setAnswer(
              await api
                .withToken(String(token).trim())
                .post<SendAnswer>("/messages/send", { number, body }),
            );
            setTried({ well: t("messagesApi.test.sent") });
          } catch (error) {
            setTried("no");
            throw error;
          }
        }}
      />
      <TestResult tried={tried} />
      {answer && (
        <CodeBlock label={t("messagesApi.test.answer")} code={JSON.stringify(answer, null, 2)} />
      )}
    </div>
  );
}
