import { useSignals } from "@preact/signals-react/runtime";
import { FlaskConical } from "lucide-react";
import { useState } from "react";
import type { IntegrationAnswer } from "../../../src/modules/integrations/table.ts";
import { type IntegrationType, isBillingType } from "../../../src/shared/bots.ts";
import { api, ApiError } from "../../kit/api.ts";
import { useChoices } from "../../forms/choices.ts";
import { check, type FormValues } from "../../forms/form.ts";
import { errorText, t, useTranslation } from "../../kit/text.ts";
import { queues } from "../../lists/company-lists.ts";
import { TestResult, type TestState } from "../../parts/TestResult.tsx";
import { bodyOf, fieldsOf, type Integration, typeNames, typeOf } from "./fields.ts";

type Props = { values: FormValues; row: Integration | null };

/**
 * Sends the integration a test message with the form's values, or the stored secret, and shows the
 * answer.
 */
export function IntegrationTest({ values, row }: Props) {
  const { t } = useTranslation();
  const [result, setResult] = useState<TestState>("no");
  const [answer, setAnswer] = useState<IntegrationAnswer | null>(null);
  const type = typeOf(values);

  const ask = async () => {
    const missing = fieldsOf(values, row).filter(
      (field) => field.name !== "name" && check(field, values[field.name]),
    );
    setAnswer(null);
    if (missing.length > 0)
      return setResult({
        badly: t("integrations.test.missing", {
          fields: missing.map(({ label }) => t(label)).join(", "),
        }),
      });
    setResult("going");
    try {
      setAnswer(
        await api.post<IntegrationAnswer>("/queueIntegration/testSession", {
          ...bodyOf(values, row),
          name: undefined,
          id: row?.id,
        }),
      );
      setResult({ well: t("integrations.test.well", { name: typeNames[type] }) });
    } catch (error) {
      setResult({ badly: problemText(error, type) });
    }
  };

  return (
    <div className="mt-2 flex flex-col items-start gap-2">
      <button
        type="button"
        className="btn btn-sm"
        disabled={result === "going"}
        onClick={() => void ask()}
      >
        {result === "going" ? (
          <span aria-hidden className="loading loading-spinner loading-xs" />
        ) : (
          <FlaskConical size={16} aria-hidden />
        )}
        {t("integrations.test.button")}
      </button>
      <TestResult tried={result}>{answer && <BotAnswer answer={answer} />}</TestResult>
    </div>
  );
}

function BotAnswer({ answer: { says, does, isJson } }: { answer: IntegrationAnswer }) {
  useSignals();
  useChoices(queues);
  const { t } = useTranslation();
  const inWords = (action: IntegrationAnswer["does"][number]) => {
    if (action.do === "note") return t("integrations.test.does.note", { text: action.text });
    if (action.do !== "queue") return t(`integrations.test.does.${action.do}`);
    const queue = queues.rows.value?.find(({ id }) => id === action.queueId);
    return queue
      ? t("integrations.test.does.queue", { queue: queue.name })
      : t("integrations.test.does.noQueue", { id: action.queueId });
  };
  const nothing = isJson ? "integrations.test.silent" : "integrations.test.unreadable";
  return (
    <span className="text-small mt-1 flex flex-col gap-1">
      <span className="text-muted">{t(says.length > 0 ? "integrations.test.says" : nothing)}</span>
      {says.map((text, index) => (
        <span key={index} className="bg-base-200 border-line rounded-lg border px-3 py-1.5">
          {text}
        </span>
      ))}
      {does.map((action, index) => (
        <span key={index} className="text-muted">
          {inWords(action)}
        </span>
      ))}
    </span>
  );
}

/** Explains why a test failed, as far as the error shows it. */
function problemText(problem: unknown, type: IntegrationType): string {
  if (!(problem instanceof ApiError)) return errorText(problem);
  if (problem.fields.jsonContent) return t("integrations.jsonInvalid");
  if (problem.fields.secret) return `${t("integrations.secret")}: ${t("errors.field.again")}`;
  const { reason, status } = problem.details;
  if (typeof reason !== "string") return errorText(problem);
  if (reason === "misconfigured" && isBillingType(type))
    return t("integrations.test.why.noAccess", { name: typeNames[type] });
  const why =
    reason === "status"
      ? statusReason(Number(status), type)
      : reason === "too large"
        ? "large"
        : reason;
  return t(`integrations.test.why.${why}`, { status, name: typeNames[type] });
}

function statusReason(status: number, type: IntegrationType): string {
  if (status === 401 || status === 403) return "denied";
  if (status === 404) return `missing.${isBillingType(type) ? "billing" : type}`;
  if (status >= 500) return "broken";
  return status >= 400 ? "wrong" : "status";
}
