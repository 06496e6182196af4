import { MessageSquareText, NotebookPen, SlidersHorizontal } from "lucide-react";
import { useId, useState } from "react";
import type { ChosenOption, OptionGroupTerms, OptionTerms } from "../../../src/pricing/terms.ts";
import { useTranslation } from "../../kit/text.ts";
import { changeLine, keyOf, type Line } from "./draft.ts";
import { price } from "./problems.ts";

/** The options of a line, and the customer's wish for it. */
export function LineChoices({ line }: { line: Line }) {
  const { t } = useTranslation();
  const { name, groups = [], options = [], note = "" } = line;
  const isMissing = groups.some((group) => countIn(group, options) < group.min);
  const [isChoosing, setIsChoosing] = useState(isMissing);
  const [isNoting, setIsNoting] = useState(false);
  const chosen = groups
    .flatMap((group) => group.options)
    .filter(({ id }) => options.some(({ optionId }) => optionId === id));
  return (
    <div className="col-span-2 col-start-2 flex flex-col gap-1">
      {chosen.length > 0 && (
        <p className="text-muted text-small">{chosen.map((option) => option.name).join(", ")}</p>
      )}
      {note !== "" && !isNoting && (
        <p className="text-small flex items-start gap-1 font-medium break-words">
          <MessageSquareText size={14} aria-hidden className="mt-0.5 shrink-0" />
          {note}
        </p>
      )}
      <p className="text-small flex flex-wrap gap-x-3">
        {groups.length > 0 && (
          <button
            type="button"
            className="link link-primary inline-flex items-center gap-1"
            aria-expanded={isChoosing}
            aria-label={t("budgets.options.of", { name })}
            onClick={() => setIsChoosing(!isChoosing)}
          >
            <SlidersHorizontal size={14} aria-hidden />
            {t("budgets.options.title")}
          </button>
        )}
        <button
          type="button"
          className="link link-primary inline-flex items-center gap-1"
          aria-expanded={isNoting}
          aria-label={t("budgets.note.of", { name })}
          onClick={() => setIsNoting(!isNoting)}
        >
          <NotebookPen size={14} aria-hidden />
          {t("budgets.note.title")}
        </button>
      </p>
      {isChoosing && groups.map((group) => <Group key={group.id} line={line} group={group} />)}
      {isNoting && <Note line={line} onDone={() => setIsNoting(false)} />}
    </div>
  );
}

function Group({ line, group }: { line: Line; group: OptionGroupTerms }) {
  const { t } = useTranslation();
  const { options = [] } = line;
  const isChosen = ({ id }: OptionTerms) => options.some(({ optionId }) => optionId === id);
  const choose = (option: OptionTerms) => {
    const others = options.filter(({ optionId }) => optionId !== option.id);
    // Another one of a single choice takes its place.
    const left = group.max === 1 ? others.filter((one) => !isIn(group, one)) : others;
    changeLine(keyOf(line), {
      options: isChosen(option) ? others : [...left, { optionId: option.id, amount: 1 }],
    });
  };
  return (
    <fieldset>
      <legend className="text-small mb-1 font-medium">
        {group.name}{" "}
        <span className="text-muted font-normal">
          {group.min === group.max
            ? t("budgets.options.exactly", { count: group.max })
            : t("budgets.options.upTo", { count: group.max })}
        </span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {group.options.map((option) => (
          <button
            key={option.id}
            type="button"
            aria-pressed={isChosen(option)}
            className={`btn btn-sm h-auto min-h-8 font-normal ${isChosen(option) ? "btn-primary" : "btn-outline"}`}
            onClick={() => choose(option)}
          >
            {option.name}
            {option.price > 0 && (
              <span className="tabular">
                {option.priceMode === "add" ? `+\u00a0${price(option.price)}` : price(option.price)}
              </span>
            )}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function Note({ line, onDone }: { line: Line; onDone: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="text-small text-muted mb-0.5 block">
        {t("budgets.note.hint")}
      </label>
      <input
        id={id}
        autoFocus
        className="input w-full"
        maxLength={200}
        value={line.note ?? ""}
        onChange={({ target }) => changeLine(keyOf(line), { note: target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey) return;
          event.preventDefault();
          onDone();
        }}
      />
    </div>
  );
}

const isIn = (group: OptionGroupTerms, { optionId }: ChosenOption) =>
  group.options.some(({ id }) => id === optionId);

const countIn = (group: OptionGroupTerms, options: readonly ChosenOption[]) =>
  options.filter((option) => isIn(group, option)).reduce((sum, { amount }) => sum + amount, 0);
