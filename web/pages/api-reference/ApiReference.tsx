import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Logo } from "../../kit/Logo.tsx";
import { language, useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { CallPanel } from "./CallPanel.tsx";
import { type ApiDocument, groupsOf } from "./document.ts";
import { OperationView, titleOf } from "./OperationView.tsx";
import texts from "./texts.json";

addTexts(texts);

const fields: Field[] = [
  {
    name: "token",
    label: "apiReference.token",
    hint: "apiReference.tokenHint",
    required: true,
    max: 200,
    autoComplete: "off",
  },
];

/**
 * Shows the API's document to signed-in admins, and to anyone who enters a token. rules.md#openapi
 */
export function ApiReference() {
  useSignals();
  const { t } = useTranslation();
  const [document, setDocument] = useState<ApiDocument | null>(null);
  const mayRead = me.value !== null && can("messages-api.read");
  useTitle(t("apiReference.title"));
  useEffect(() => {
    if (mayRead) void api.get<ApiDocument>("/openapi.json").then(setDocument, () => {});
  }, [mayRead]);
  return (
    <div className="h-full overflow-y-auto">
      <main className="mx-auto flex w-full max-w-[100rem] flex-col gap-4 px-4 py-6">
        <header className="flex flex-col gap-2">
          <Logo size={40} />
          <h1 className="text-title font-semibold">{t("apiReference.title")}</h1>
          <p className="text-muted">{t("apiReference.lead")}</p>
        </header>
        {document ? (
          <ReferenceView document={document} />
        ) : (
          <div className="max-w-md">
            <Form
              fields={fields}
              values={{ token: "" }}
              submit={t("apiReference.open")}
              onSubmit={async ({ token }) =>
                setDocument(
                  await api.withToken(String(token).trim()).get<ApiDocument>("/openapi.json"),
                )
              }
            />
          </div>
        )}
      </main>
    </div>
  );
}

/** The calls in groups, and the chosen one: in words, as code, and to try. */
export function ReferenceView({ document }: { document: ApiDocument }) {
  useSignals();
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const isPortuguese = language.value === "ptBR";
  const groups = groupsOf(document, typed);
  const entries = groups.flatMap((group) => group.entries);
  const entry = entries.find(({ operationId }) => operationId === chosen) ?? entries[0];
  return (
    <div className="grid min-w-0 gap-6 lg:grid-cols-[16rem_minmax(0,1fr)] xl:grid-cols-[16rem_minmax(0,1fr)_26rem]">
      <nav aria-label={t("apiReference.title")} className="flex min-w-0 flex-col gap-2">
        <span className="input w-full">
          <input
            type="search"
            aria-label={t("apiReference.search")}
            placeholder={t("apiReference.search")}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </span>
        {entries.length === 0 && (
          <p className="text-muted">{t("apiReference.none", { search: typed })}</p>
        )}
        {groups.map(({ name, entries: own }) => (
          <details key={name} open={typed !== "" || (entry && own.includes(entry))}>
            <summary className="text-muted text-small flex min-h-9 cursor-pointer items-center gap-2 font-medium">
              <span className="flex-1">{t(`apiReference.groups.${name}`)}</span>
              <span className="tabular">{own.length}</span>
            </summary>
            <ul>
              {own.map((each) => (
                <li key={each.operationId}>
                  <button
                    type="button"
                    aria-current={each === entry ? "page" : undefined}
                    className="hover:bg-base-200 aria-[current]:bg-base-200 flex min-h-8 w-full items-baseline gap-2 rounded-lg px-2 py-1 text-left aria-[current]:font-semibold"
                    onClick={() => setChosen(each.operationId)}
                  >
                    {each.method !== "EVENT" && (
                      <span className="text-small w-12 shrink-0 font-semibold">{each.method}</span>
                    )}
                    <span className="min-w-0 wrap-anywhere">{titleOf(each, isPortuguese)}</span>
                  </button>
                </li>
              ))}
            </ul>
          </details>
        ))}
      </nav>
      {entry && <OperationView key={entry.operationId} entry={entry} />}
      {entry && (
        <div className="min-w-0 lg:col-start-2 xl:col-start-3">
          <CallPanel key={entry.operationId} entry={entry} document={document} />
        </div>
      )}
    </div>
  );
}
