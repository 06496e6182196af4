import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useState } from "react";
import { Form } from "../../forms/Form.tsx";
import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Logo } from "../../kit/Logo.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import { type ApiDocument, callerOf, callers, entriesOf } from "./document.ts";
import { Route } from "./Route.tsx";
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
      <main className="mx-auto flex w-full max-w-4xl flex-col gap-4 px-4 py-6">
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

export function ReferenceView({ document }: { document: ApiDocument }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const entries = entriesOf(document, typed);
  return (
    <>
      <span className="input max-w-md">
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
      {callers.map((caller) => {
        const own = entries.filter((entry) => callerOf(entry) === caller);
        return (
          own.length > 0 && (
            <section key={caller} className="flex flex-col gap-2">
              <h2 className="font-semibold">{t(`apiReference.${caller}`)}</h2>
              <ul className="card-quiet divide-line divide-y">
                {own.map((entry) => (
                  <Route key={entry.operationId} entry={entry} />
                ))}
              </ul>
            </section>
          )
        );
      })}
    </>
  );
}
