import { useSignals } from "@preact/signals-react/runtime";
import type { ImportPreview } from "../../../src/modules/imports/table.ts";
import { useTranslation } from "../../kit/text.ts";
import { Switch } from "./Switch.tsx";
import { rename } from "./state.ts";

const maxVisible = 5;

/**
 * Notes about rows that will be imported: repeated numbers, left-out e-mails, and contacts with
 * another name in the file.
 */
export function Notes({
  checked: { repeated, withoutEmail, renamed },
}: {
  checked: ImportPreview;
}) {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      {(repeated.count > 0 || withoutEmail.count > 0) && (
        <ul className="card-quiet mt-3 flex flex-col gap-0.5 px-4 py-3">
          {repeated.count > 0 && (
            <li>
              {t("imports.check.repeated", { count: repeated.count })}
              <span className="text-muted text-small">
                {" "}
                ·{" "}
                {repeated.examples
                  .slice(0, maxVisible)
                  .map((row) => t("imports.check.repeatedLine", row))
                  .join(", ")}
              </span>
            </li>
          )}
          {withoutEmail.count > 0 && (
            <li>
              {t("imports.check.withoutEmail", { count: withoutEmail.count })}
              <span className="text-muted text-small">
                {" "}
                ·{" "}
                {t("imports.check.lines", {
                  count: withoutEmail.count,
                  lines: withoutEmail.examples
                    .slice(0, maxVisible)
                    .map(({ line }) => line)
                    .join(", "),
                })}
              </span>
            </li>
          )}
        </ul>
      )}
      {renamed.count > 0 && (
        <div className="card-quiet mt-3 px-4 py-3">
          <Switch
            label={t("imports.check.rename")}
            hint={t("imports.check.renameHint", { count: renamed.count })}
            checked={rename.value}
            onChange={(checked) => (rename.value = checked)}
          />
          <ul className="text-muted mt-2 flex flex-col gap-0.5">
            {renamed.examples.slice(0, maxVisible).map(({ line, from, to }) => (
              <li key={line} className="break-words">
                {from} → {to}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}
