import { useState } from "react";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { CodeBlock } from "../../parts/code/CodeBlock.tsx";
import { callIn, languages, type Language } from "./code.ts";
import { type ApiDocument, bodyOf, type Entry, exampleOf, sampleOf } from "./document.ts";
import { TryIt } from "./TryIt.tsx";

/** A call to copy and to try: the request in four languages, the answer, and a form. */
export function CallPanel({ entry, document }: { entry: Entry; document: ApiDocument }) {
  const { t } = useTranslation();
  const [language, setLanguage] = useState<Language>("curl");
  const { method, path, responses } = entry;
  const body = bodyOf(entry);
  const example = exampleOf(entry) ?? (body && (sampleOf(body, document) as object));
  if (method === "EVENT")
    return <CodeBlock label={t("apiReference.posted")} code={JSON.stringify(example, null, 2)} />;
  const url = `${location.origin}/api${path.replace(/\{\w+\}/g, "1")}`;
  const answer = (responses["200"] ?? responses["201"])?.content?.["application/json"]?.schema;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Tabs
        label={t("apiReference.language")}
        values={languages}
        value={language}
        text={(name) => name}
        onChange={setLanguage}
        variant="box"
      />
      <CodeBlock
        label={t("apiReference.request")}
        code={callIn[language]({ url, method, body: method === "GET" ? undefined : example })}
      />
      {answer && (
        <>
          <h3 className="text-small font-medium">{t("apiReference.answerExample")}</h3>
          <CodeBlock
            label={t("apiReference.answerExample")}
            code={JSON.stringify(sampleOf(answer, document), null, 2)}
          />
        </>
      )}
      {path.startsWith("/v1/") && <TryIt key={entry.operationId} entry={entry} example={example} />}
    </div>
  );
}
