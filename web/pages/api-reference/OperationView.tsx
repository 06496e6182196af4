import { useSignals } from "@preact/signals-react/runtime";
import { language, useTranslation } from "../../kit/text.ts";
import { type Entry, type FieldRow, fieldsOf, typeOf } from "./document.ts";

/** A call in words: its address, what it needs, its fields and its refusals. */
export function OperationView({ entry }: { entry: Entry }) {
  useSignals();
  const { t } = useTranslation();
  const isPortuguese = language.value === "ptBR";
  const { method, path } = entry;
  const isEvent = method === "EVENT";
  const description =
    (isPortuguese ? entry["x-description-pt"] : undefined) ?? entry.description ?? "";
  const scope = entry["x-scope"];
  const permission = entry["x-permission"];
  const refusals = Object.entries(entry.responses).filter(([status]) => Number(status) >= 400);
  return (
    <article className="flex min-w-0 flex-col gap-5">
      <header className="flex flex-col gap-2">
        <h2 className="text-title font-semibold wrap-anywhere">{titleOf(entry, isPortuguese)}</h2>
        {!isEvent && (
          <p className="text-small flex flex-wrap items-center gap-2 font-mono">
            <span className="bg-primary text-primary-content rounded px-1.5 py-0.5 font-semibold">
              {method}
            </span>
            <span className="min-w-0 break-all">/api{path}</span>
          </p>
        )}
        {description && <p>{description}</p>}
        <dl className="text-small flex flex-wrap gap-x-6 gap-y-1">
          {scope && <Fact name={t("apiReference.scope")} value={scope} />}
          {permission && <Fact name={t("apiReference.permissionName")} value={permission} />}
          {scope && method !== "GET" && (
            <Fact name={t("apiReference.repeat")} value="Idempotency-Key" />
          )}
        </dl>
      </header>
      <FieldTable
        title={t(isEvent ? "apiReference.posted" : "apiReference.fields")}
        rows={fieldsOf(entry, isPortuguese)}
      />
      <FieldTable title={t("apiReference.answerFields")} rows={answerFields(entry, isPortuguese)} />
      {refusals.length > 0 && (
        <section>
          <h3 className="font-semibold">{t("apiReference.refusals")}</h3>
          <ul className="mt-1">
            {refusals.map(([status, { description: text }]) => (
              <li key={status} className="border-line flex gap-4 border-t py-2">
                <span className="tabular font-medium">{status}</span>
                <span>{isPortuguese ? t(`apiReference.statuses.${status}`) : text}</span>
              </li>
            ))}
            {entry["x-errors"]?.map((code) => (
              <li key={code} className="border-line border-t py-2">
                <code className="text-small font-mono">{code}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}

export const titleOf = (entry: Entry, isPortuguese: boolean) =>
  entry.method === "EVENT"
    ? entry.path
    : ((isPortuguese ? entry["x-summary-pt"] : undefined) ?? entry.summary);

const Fact = ({ name, value }: { name: string; value: string }) => (
  <div className="flex gap-1.5">
    <dt className="text-muted">{name}</dt>
    <dd className="font-mono">{value}</dd>
  </div>
);

function FieldTable({ title, rows }: { title: string; rows: FieldRow[] }) {
  const { t } = useTranslation();
  if (rows.length === 0) return null;
  return (
    <section>
      <h3 className="font-semibold">{title}</h3>
      <dl className="mt-1">
        {rows.map(({ name, type, required, words, example }) => (
          <div
            key={name}
            className="border-line grid gap-x-4 gap-y-0.5 border-t py-2 sm:grid-cols-[10rem_minmax(0,1fr)]"
          >
            <dt className="min-w-0">
              <code className="text-small font-mono font-semibold break-all">{name}</code>
              {required && (
                <span className="text-small block font-medium">{t("apiReference.required")}</span>
              )}
            </dt>
            <dd className="min-w-0">
              {words && <p>{words}</p>}
              <p className="text-muted text-small break-words">{type}</p>
              {example && <p className="text-muted text-small font-mono break-all">{example}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** The fields of the answer; of a list those of a row. */
function answerFields({ responses }: Entry, isPortuguese: boolean): FieldRow[] {
  const schema = (responses["200"] ?? responses["201"])?.content?.["application/json"]?.schema;
  const row = schema?.properties?.data?.items ?? schema;
  return Object.entries(row?.properties ?? {}).map(([name, inner]) => ({
    name,
    type: typeOf(inner),
    required: false,
    words: (isPortuguese ? inner["x-description-pt"] : inner.description) ?? "",
    example: "",
  }));
}
