import { BookOpen } from "lucide-react";
import { useState, type ReactNode } from "react";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { CodeBlock } from "../../parts/code/CodeBlock.tsx";
import {
  example,
  languageNames,
  languages,
  type ExampleKind,
  type ExampleLanguage,
} from "./examples.ts";

const kinds: ExampleKind[] = ["text", "media", "state"];
const fields = [
  "number",
  "body",
  "medias",
  "openTicket",
  "queueId",
  "userId",
  "closeTicket",
] as const;
/** The variable as an author writes it. The box's own texts would fill it in. */
const variable = "{{firstName}}";
const answers = ["400", "401", "403", "409", "422", "429"] as const;

/** Examples of a request in four languages, with this box's address, and the answers. */
export function Usage({ address }: { address: string }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<ExampleLanguage>("curl");
  const of = (kind: ExampleKind) =>
    example(language, kind, {
      address,
      token: t("messagesApi.yourToken"),
      text: t("messagesApi.exampleText", { variable }),
    });
  return (
    <div className="flex flex-col gap-6">
      <div className="max-w-md">
        <Tabs
          variant="line"
          label={t("messagesApi.language")}
          values={languages}
          value={language}
          text={(one) => languageNames[one]}
          onChange={setLanguage}
        />
      </div>
      {kinds.map((kind) => (
        <Section
          key={kind}
          title={t(`messagesApi.kinds.${kind}`)}
          lead={t(`messagesApi.kindLeads.${kind}`, { variable })}
        >
          <CodeBlock
            label={`${t(`messagesApi.kinds.${kind}`)}, ${languageNames[language]}`}
            code={of(kind)}
          />
        </Section>
      ))}
      <Section title={t("messagesApi.fieldsTitle")}>
        <Facts rows={fields.map((field) => [field, t(`messagesApi.fields.${field}`)])} />
      </Section>
      <Section title={t("messagesApi.keyTitle")} lead={t("messagesApi.keyText")} />
      <Section title={t("messagesApi.answersTitle")} lead={t("messagesApi.answersLead")}>
        <CodeBlock
          label={t("messagesApi.answersTitle")}
          code={
            '{ "mensagem": "Mensagem enviada", "messageId": 1042, "messageIds": [1042], "status": "queued" }'
          }
        />
        <Facts rows={answers.map((status) => [status, t(`messagesApi.answers.${status}`)])} />
      </Section>
      <a href="/api-reference" className="btn self-start">
        <BookOpen size={18} aria-hidden />
        {t("messagesApi.reference")}
      </a>
    </div>
  );
}

function Section({
  title,
  lead,
  children,
}: {
  title: string;
  lead?: string;
  children?: ReactNode;
}) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{title}</h2>
      {lead && <p className="text-muted">{lead}</p>}
      {children}
    </section>
  );
}

const Facts = ({ rows }: { rows: [name: string, text: string][] }) => (
  <dl className="card-quiet divide-line divide-y">
    {rows.map(([name, text]) => (
      <div
        key={name}
        className="grid gap-x-4 gap-y-0.5 px-4 py-2 sm:grid-cols-[8rem_minmax(0,1fr)]"
      >
        <dt className="font-mono">{name}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
);
