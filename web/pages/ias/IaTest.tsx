import { Send } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { api } from "../../kit/api.ts";
import { errorText, useTranslation } from "../../kit/text.ts";
import { TestResult, type TestState } from "../../parts/TestResult.tsx";

/** Asks a saved AI a customer's question, and shows its answer. */
export function IaTest({ id }: { id?: number }) {
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [result, setResult] = useState<TestState>("no");
  const [handsOver, setHandsOver] = useState(false);
  if (!id) return <p className="text-muted text-small">{t("ias.test.afterSaving")}</p>;

  const ask = async () => {
    if (!text.trim() || result === "going") return;
    setResult("going");
    try {
      const answer = await api.post<{ text: string; transfer?: boolean }>(`/ias/${id}/test`, {
        text: text.trim(),
      });
      setHandsOver(answer.transfer === true);
      setResult({ well: answer.text });
    } catch (error) {
      setResult({ badly: errorText(error) });
    }
  };
  // Enter in this field would otherwise submit the form around it.
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void ask();
  };

  return (
    <section
      aria-label={t("ias.test.title")}
      className="bg-base-200 border-line flex flex-col gap-2.5 rounded-lg border px-4 py-3"
    >
      <div>
        <h3 className="font-medium">{t("ias.test.title")}</h3>
        <p className="text-muted text-small">{t("ias.test.text")}</p>
      </div>
      <div className="flex gap-2">
        <input
          className="input min-w-0 flex-1"
          aria-label={t("ias.test.ask")}
          placeholder={t("ias.test.example")}
          maxLength={4000}
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKey}
        />
        <button
          type="button"
          className="btn shrink-0"
          disabled={!text.trim() || result === "going"}
          onClick={() => void ask()}
        >
          {result === "going" ? (
            <span aria-hidden className="loading loading-spinner loading-xs" />
          ) : (
            <Send size={16} aria-hidden />
          )}
          {t("ias.test.button")}
        </button>
      </div>
      <TestResult tried={result}>
        {handsOver && (
          <span className="text-muted text-small mt-1 block">{t("ias.test.transfers")}</span>
        )}
      </TestResult>
    </section>
  );
}
