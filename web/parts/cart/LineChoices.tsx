import { MessageSquareText, Minus, NotebookPen, Plus, SlidersHorizontal } from "lucide-react";
import { useId, useRef, useState } from "react";
import type { ChosenOption, OptionGroupTerms, OptionTerms } from "../../../src/pricing/terms.ts";
import { useTranslation } from "../../kit/text.ts";
import { countedName } from "../products/ItemWishes.tsx";
import { useCartActions } from "./cart-actions.ts";
import { keyOf, type Line } from "./line.ts";
import { price } from "./problems.ts";

/** The options of a line, and the customer's wish for it. */
export function LineChoices({ line }: { line: Line }) {
  const { t } = useTranslation();
  const { name, groups = [], options = [], note = "", soldAt } = line;
  const isMissing = groups.some((group) => countIn(group, options) < group.min);
  const [isChoosing, setIsChoosing] = useState(isMissing);
  const [isNoting, setIsNoting] = useState(false);
  const offered = groups.flatMap((group) => group.options);
  // An option that was sold keeps its name, though its group has it no more.
  const former = (soldAt?.options ?? [])
    .filter(({ optionId }) => offered.every(({ id }) => id !== optionId))
    .map(({ optionId, name }) => ({ id: optionId, name }));
  const chosen = [...offered, ...former]
    .map(({ id, name }) => ({ name, amount: amountOf(options, id) }))
    .filter(({ amount }) => amount > 0);
  return (
    <div className="col-span-2 col-start-2 flex min-w-0 flex-col gap-1">
      {chosen.length > 0 && (
        <p className="text-muted text-small">{chosen.map(countedName).join(", ")}</p>
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

type GroupProps = { line: Line; group: OptionGroupTerms };

function Group({ line, group }: GroupProps) {
  const { t } = useTranslation();
  const { min, max } = group;
  const text = min === max ? "exactly" : min > 0 ? "between" : "upTo";
  return (
    <fieldset className="min-w-0">
      <legend className="text-small mb-1 font-medium">
        {group.name}{" "}
        <span className="text-muted font-normal">
          {t(`budgets.options.${text}`, { min, count: max })}
        </span>
      </legend>
      <div className="flex flex-wrap gap-1.5">
        {group.options.map((option) => (
          <Option key={option.id} line={line} group={group} option={option} />
        ))}
      </div>
    </fieldset>
  );
}

/** An option to press; once chosen from a group that allows several, with its number of pieces. */
function Option({ line, group, option }: GroupProps & { option: OptionTerms }) {
  const { t } = useTranslation();
  const { change } = useCartActions();
  const { options = [] } = line;
  const amount = amountOf(options, option.id);
  const button = useRef<HTMLButtonElement>(null);
  const set = (count: number) => {
    change(keyOf(line), { options: withCount(line, group, option, count) });
    // The button of minus goes with the last piece.
    if (count === 0) button.current?.focus();
  };
  const isCounted = amount > 0 && group.max > 1;
  const step = "btn btn-sm btn-square btn-primary h-auto";
  return (
    <span className="inline-flex max-w-full gap-px">
      {isCounted && (
        <button
          type="button"
          aria-label={t("budgets.less", { name: option.name })}
          className={`${step} rounded-r-none`}
          onClick={() => set(amount - 1)}
        >
          <Minus size={14} aria-hidden />
        </button>
      )}
      <button
        ref={button}
        type="button"
        aria-pressed={amount > 0}
        className={`btn btn-sm h-auto min-h-8 min-w-0 shrink font-normal ${amount > 0 ? "btn-primary" : "btn-outline"} ${isCounted ? "rounded-none" : ""}`}
        onClick={() => set(amount > 0 ? 0 : 1)}
      >
        {countedName({ name: option.name, amount: amount || 1 })}
        {option.price > 0 && (
          <span className="tabular whitespace-nowrap">
            {option.priceMode === "add" ? `+\u00a0${price(option.price)}` : price(option.price)}
          </span>
        )}
      </button>
      {isCounted && (
        <button
          type="button"
          aria-label={t("budgets.more", { name: option.name })}
          className={`${step} rounded-l-none`}
          disabled={countIn(group, options) >= group.max}
          onClick={() => set(amount + 1)}
        >
          <Plus size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}

function Note({ line, onDone }: { line: Line; onDone: () => void }) {
  const { t } = useTranslation();
  const { change } = useCartActions();
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
        onChange={({ target }) => change(keyOf(line), { note: target.value })}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.ctrlKey) return;
          event.preventDefault();
          onDone();
        }}
      />
    </div>
  );
}

/** A line's options, with so many of one. Another one of a single choice takes its place. */
function withCount(
  { options = [] }: Line,
  group: OptionGroupTerms,
  { id }: OptionTerms,
  count: number,
): ChosenOption[] {
  const next = { optionId: id, amount: count };
  const others = options.filter(({ optionId }) => optionId !== id);
  if (count === 0) return others;
  if (others.length < options.length)
    return options.map((one) => (one.optionId === id ? next : one));
  return [...(group.max === 1 ? others.filter((one) => !isIn(group, one)) : others), next];
}

const amountOf = (options: readonly ChosenOption[], id: number) =>
  options.find(({ optionId }) => optionId === id)?.amount ?? 0;

const isIn = (group: OptionGroupTerms, { optionId }: ChosenOption) =>
  group.options.some(({ id }) => id === optionId);

const countIn = (group: OptionGroupTerms, options: readonly ChosenOption[]) =>
  options.filter((option) => isIn(group, option)).reduce((sum, { amount }) => sum + amount, 0);
