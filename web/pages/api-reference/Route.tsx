import { useState } from "react";
import { useTranslation } from "../../kit/text.ts";
import type { Entry } from "./document.ts";

/** One route: its method and path, and its full description once the reader opens it. */
export function Route({ entry }: { entry: Entry }) {
  const { t } = useTranslation();
  // There are hundreds of routes, so each draws its description only when it is opened.
  const [isOpen, setIsOpen] = useState(false);
  const { method, path, summary, description, parameters = [], requestBody, responses } = entry;
  const permission = entry["x-permission"];
  return (
    <li>
      <details onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 px-4 py-1.5">
          <code className="w-16 shrink-0 font-mono font-semibold">{method}</code>
          <code className="min-w-0 font-mono break-all">{path}</code>
          {summary !== `${method} ${path}` && (
            <span className="text-muted text-small">{summary}</span>
          )}
        </summary>
        {isOpen && (
          <div className="flex flex-col gap-3 px-4 pb-4">
            {description && <p>{description}</p>}
            {permission && (
              <p className="text-muted">{t("apiReference.permission", { name: permission })}</p>
            )}
            {parameters.length > 0 && (
              <div>
                <h3 className="text-small font-medium">{t("apiReference.parameters")}</h3>
                <ul>
                  {parameters.map(({ name, in: place, required }) => (
                    <li key={`${place}-${name}`} className="text-small">
                      <code className="font-mono">{name}</code>{" "}
                      <span className="text-muted">
                        ({place}
                        {required && `, ${t("apiReference.required")}`})
                      </span>
                    </li>
                  ))}
                </ul>
              </div>
            )}
            {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
              <Shape key={type} title={t("apiReference.body", { type })} schema={schema} />
            ))}
            {Object.entries(responses)
              .filter(([status]) => status !== "default")
              .map(([status, { description: text, content }]) => {
                const title = t("apiReference.answer", { status, text });
                const schema = content?.["application/json"]?.schema;
                return schema && Object.keys(schema).length > 0 ? (
                  <Shape key={status} title={title} schema={schema} />
                ) : (
                  <h3 key={status} className="text-small font-medium">
                    {title}
                  </h3>
                );
              })}
          </div>
        )}
      </details>
    </li>
  );
}

const Shape = ({ title, schema }: { title: string; schema: object }) => (
  <div>
    <h3 className="text-small font-medium">{title}</h3>
    <pre
      tabIndex={0}
      aria-label={title}
      className="bg-base-200 text-small mt-1 max-h-96 overflow-auto rounded-lg px-3 py-2 font-mono"
    >
      {JSON.stringify(schema, null, 2)}
    </pre>
  </div>
);
