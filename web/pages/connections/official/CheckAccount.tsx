import { CircleAlert, CircleCheck, CircleHelp, ShieldCheck } from "lucide-react";
import { useState } from "react";
import type { AccountCheck, FieldCheck } from "../../../../src/modules/cloud-accounts/table.ts";
import type { FormValues } from "../../../forms/form.ts";
import { api, ApiError } from "../../../kit/api.ts";
import { errorText, phone, useTranslation } from "../../../kit/text.ts";
import { officialNames } from "./official-fields.ts";

type State = "no" | "asking" | AccountCheck | { refused: string };

/** Asks Meta about each field before it is saved. Stored secrets have to be typed for it. */
export function CheckAccount({ typed }: { typed: FormValues }) {
  const { t } = useTranslation();
  const [state, setState] = useState<State>("no");
  const values = officialNames.map((name) => [name, String(typed[name] ?? "").trim()] as const);
  const isWhole = values.every(([, value]) => value !== "");
  const check = async () => {
    setState("asking");
    try {
      const answer = await api.post<AccountCheck>(
        "/whatsapp-cloud-check",
        Object.fromEntries(values),
      );
      setState(answer);
      focusField(answer.checks.find(({ state: one }) => one === "wrong")?.field);
    } catch (error) {
      setState({ refused: errorText(error) });
      if (error instanceof ApiError) focusField(officialNames.find((name) => error.fields[name]));
    }
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <button
        type="button"
        className="btn btn-sm"
        disabled={!isWhole || state === "asking"}
        onClick={() => void check()}
      >
        {state === "asking" ? (
          <span aria-hidden className="loading loading-spinner loading-xs" />
        ) : (
          <ShieldCheck size={16} aria-hidden />
        )}
        {t("connections.official.checkNow")}
      </button>
      {!isWhole && <p className="text-muted text-small">{t("connections.official.checkNeeds")}</p>}
      <div role="status" className="text-small flex flex-col gap-1 empty:hidden">
        {typeof state === "object" && "refused" in state && (
          <p className="text-error">{state.refused}</p>
        )}
        {typeof state === "object" && "checks" in state && <CheckResults answer={state} />}
      </div>
    </div>
  );
}

/** The browser scrolls to the field that gets the focus. */
function focusField(name?: string) {
  if (name) document.querySelector<HTMLElement>(`main [name="${name}"]`)?.focus();
}

const icons = {
  ok: [CircleCheck, "text-primary"],
  wrong: [CircleAlert, "text-error"],
  unknown: [CircleHelp, "text-muted"],
} as const;

/** The result for each field, under the number that Meta knows. */
export function CheckResults({ answer: { checks, number, name } }: { answer: AccountCheck }) {
  return (
    <>
      {number && <p className="font-medium">{[phone(number), name].filter(Boolean).join(" · ")}</p>}
      {checks.map((check) => (
        <Result key={check.field} check={check} />
      ))}
    </>
  );
}

function Result({ check: { field, state } }: { check: FieldCheck }) {
  const { t } = useTranslation();
  const [Icon, color] = icons[state];
  return (
    <p data-check={field} data-state={state} className="flex items-start gap-1.5">
      <Icon size={16} aria-hidden className={`mt-px shrink-0 ${color}`} />
      <span>
        {t(`connections.official.${field}`)}: {t(`connections.official.checks.${state}`)}
      </span>
    </p>
  );
}
