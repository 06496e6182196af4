import { useSignals } from "@preact/signals-react/runtime";
import { Search, TriangleAlert, Users } from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { Link } from "wouter";
import { folded } from "../../../../src/shared/search.ts";
import { useChoices } from "../../../forms/choices.ts";
import { api } from "../../../kit/api.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { errorText, useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import { useCombobox } from "../../../kit/use-combobox.ts";
import { queues, tags } from "../../../lists/company-lists.ts";
import { type Macro, macros } from "../../../parts/macros/macros.ts";
import { stepIcons, stepWords } from "../../../parts/macros/step-words.ts";
import type { Ticket } from "../../../types.ts";
import { runMacro, type StepFailure, wordsOf } from "./run-macro.ts";
import texts from "./texts.json";

addTexts(texts);

type Props = {
  tickets: Ticket[];
  /** The macro that is chosen at first. */
  macroId?: number;
  onClose: () => void;
};

/** Chooses a macro, shows what it will do, and runs it. */
export function RunMacro({ tickets, macroId, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  useChoices(macros);
  useChoices(tags);
  useChoices(queues);
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<StepFailure | null>(null);
  const all = macros.rows.value;
  const visible = (all ?? [])
    .filter(({ name }) => folded(name).includes(folded(text.trim())))
    .toSorted((one, other) => one.name.localeCompare(other.name));
  const first = Math.max(
    0,
    visible.findIndex(({ id }) => id === macroId),
  );
  const box = useCombobox(visible.length, () => void run(), first);
  const chosen = visible[box.at];
  const [only] = tickets.length === 1 ? tickets : [];

  const run = async () => {
    if (!chosen || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const failed = await runMacro(chosen, tickets);
      if (!failed) return onClose();
      setFailure(failed);
    } catch (error) {
      setFailure({ step: null, text: errorText(error) });
    }
    setBusy(false);
  };
  const choose = (index: number) => {
    box.reset(index);
    setFailure(null);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key.startsWith("Arrow")) setFailure(null);
    box.onKey(event);
  };

  return (
    <Dialog
      title={
        only
          ? t("runMacro.title", { name: only.contact.name })
          : t("runMacro.titleMany", { count: tickets.length })
      }
      onClose={onClose}
      footer={
        <DialogActions
          onCancel={onClose}
          action={t("runMacro.do")}
          onAction={() => void run()}
          disabled={isBusy || !chosen}
        />
      }
    >
      <label className="input mt-1">
        <Search size={18} aria-hidden className="text-muted" />
        <input
          {...box.input}
          data-autofocus
          aria-label={t("runMacro.label")}
          placeholder={t("runMacro.label")}
          maxLength={50}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            choose(0);
          }}
          onKeyDown={onKey}
        />
      </label>
      <div
        {...box.list}
        aria-label={t("runMacro.list")}
        className="-mx-2.5 mt-2 max-h-48 overflow-y-auto"
      >
        {visible.map((macro, index) => (
          <div
            key={macro.id}
            {...box.option(index)}
            className={`menu-item ${index === box.at ? "bg-primary/12!" : ""}`}
            onClick={() => choose(index)}
          >
            <span className="min-w-0 flex-1 truncate">{macro.name}</span>
            {macro.shared && (
              <Users size={16} aria-label={t("runMacro.shared")} className="text-muted" />
            )}
          </div>
        ))}
      </div>
      {all && visible.length === 0 && (
        <p role="status" className="text-muted py-2">
          {all.length === 0 ? t("runMacro.none") : t("runMacro.noMatch", { text: text.trim() })}{" "}
          <Link href="/macros" className="link" onClick={onClose}>
            {t("runMacro.page")}
          </Link>
        </p>
      )}
      {chosen && <Preview key={chosen.id} macro={chosen} ticket={only} failure={failure} />}
    </Dialog>
  );
}

type PreviewProps = { macro: Macro; ticket: Ticket | undefined; failure: StepFailure | null };
type Answer = { steps: { text: string | null; error: string | null }[] };

/** The steps in words; those of a single ticket as the server would take them now. */
function Preview({ macro, ticket, failure }: PreviewProps) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const ticketId = ticket?.id;

  useEffect(() => {
    if (ticketId === undefined) return;
    let isCurrent = true;
    void api
      .post<Answer>(`/macros/${macro.id}/preview`, { ticketId })
      // Without an answer the steps stand as they are written.
      .then(
        (given) => isCurrent && setAnswer(given),
        () => undefined,
      );
    return () => void (isCurrent = false);
  }, [macro.id, ticketId]);

  return (
    <section aria-labelledby={id} className="border-line mt-3 border-t pt-3">
      <h3 id={id} className="text-muted text-small mb-1.5 font-semibold">
        {t("runMacro.will")}
      </h3>
      <ol className="flex flex-col gap-1.5">
        {macro.steps.map((step, index) => {
          const Icon = stepIcons[step.kind];
          const { text, error } = answer?.steps[index] ?? { text: null, error: null };
          const wrong = failure?.step === index ? failure.text : error && wordsOf(error);
          return (
            <li key={index} className="flex items-start gap-2">
              <Icon size={16} aria-hidden className="text-muted mt-0.5 shrink-0" />
              <span className="min-w-0 break-words whitespace-pre-line">
                {stepWords(step, text)}
                {wrong && <Wrong text={wrong} />}
              </span>
            </li>
          );
        })}
      </ol>
      <div role="alert">{failure?.step === null && <Wrong text={failure.text} />}</div>
    </section>
  );
}

const Wrong = ({ text }: { text: string }) => (
  <span className="text-error text-small mt-0.5 flex items-start gap-1">
    <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
    {text}
  </span>
);
