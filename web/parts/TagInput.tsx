import { useSignals } from "@preact/signals-react/runtime";
import { folded } from "../../src/shared/search.ts";
import { Plus, Tag, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { trimmed } from "../../src/shared/text.ts";
import { textColorOn } from "../kit/contrast.ts";
import { useTranslation } from "../kit/text.ts";
import { useChoices } from "../forms/choices.ts";
import { tags } from "../lists/company-lists.ts";
import { useCombobox } from "../kit/use-combobox.ts";
import { type TicketTag, tagNameLength, newTag } from "../inbox/ticket-tags.ts";

/** The most suggestions at once. */
const maxSuggestions = 50;

type Props = {
  labels: TicketTag[];
  onAdd: (label: TicketTag) => void;
  onRemove: (label: TicketTag) => void;
  /** Names the field for the shortcut that focuses it; missing where tags are read-only. */
  place?: "bar" | "panel" | "hidden-field";
};

/**
 * Tags, and a field that adds existing or new ones. Lanes of the kanban are not offered.
 * rules.md#kanban
 */
export function TagInput({ labels, onAdd, onRemove, place }: Props) {
  useSignals();
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [open, setOpen] = useState(false);
  useChoices(tags, open);

  const name = trimmed(typed);
  const { suggestions, creates, nothing } = useTagChoices(labels, name, open);
  const add = (label: TicketTag) => {
    onAdd(label);
    setTyped("");
    reset();
  };
  const { onKey, reset, input, list, option } = useCombobox(
    suggestions.length + (creates ? 1 : 0),
    (index) => add(suggestions[index] ?? newTag(name)),
  );

  const close = () => {
    setOpen(false);
    setTyped("");
  };
  const chips = () => [...(box.current?.querySelectorAll<HTMLElement>("[data-chip]") ?? [])];
  const onFieldKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && (open || typed)) {
      event.preventDefault();
      close();
      return;
    }
    if (!typed && (event.key === "Backspace" || event.key === "ArrowLeft"))
      return chips().at(-1)?.focus();
    if (event.key === "ArrowDown") setOpen(true);
    onKey(event);
  };
  const onChipKey = (event: KeyboardEvent, label: TicketTag) => {
    const all = chips();
    const here = all.indexOf(event.currentTarget as HTMLElement);
    if (event.key === "ArrowLeft") all[here - 1]?.focus();
    else if (event.key === "ArrowRight") (all[here + 1] ?? field.current)?.focus();
    else if (event.key === "Backspace" || event.key === "Delete") {
      field.current?.focus();
      onRemove(label);
    } else return;
    event.preventDefault();
  };

  return (
    <div
      ref={box}
      className="relative"
      onBlur={({ currentTarget, relatedTarget }) =>
        !currentTarget.contains(relatedTarget) && close()
      }
    >
      <div className="flex max-h-20 flex-wrap items-center gap-1.5 overflow-y-auto py-0.5">
        {labels.map((label) => (
          <TagChip
            key={label.id || label.name}
            label={label}
            onKey={(event) => onChipKey(event, label)}
            onRemove={(byKeyboard) => {
              if (byKeyboard) field.current?.focus();
              onRemove(label);
            }}
          />
        ))}
        <label
          className={
            place === "hidden-field" ? "hidden" : "flex h-7 min-w-32 flex-1 items-center gap-1.5"
          }
        >
          <Tag size={15} aria-hidden className="text-muted shrink-0" />
          <input
            {...input}
            ref={field}
            data-tags={place === "bar" || place === "panel" || undefined}
            aria-label={t("tickets.tags.add")}
            placeholder={t("tickets.tags.add")}
            maxLength={tagNameLength.max}
            className="text-small placeholder:text-muted w-full min-w-0 bg-transparent outline-none"
            value={typed}
            onFocus={() => setOpen(true)}
            onClick={() => setOpen(true)}
            onChange={({ target }) => {
              setOpen(true);
              setTyped(target.value);
              reset();
            }}
            onKeyDown={onFieldKey}
          />
        </label>
      </div>
      <Suggestions
        isOpen={open}
        tags={suggestions}
        creates={creates ? name : null}
        nothing={nothing}
        list={list}
        option={option}
      />
    </div>
  );
}

/** The tags that fit the typed name, and whether it makes a new one. */
function useTagChoices(labels: TicketTag[], name: string, open: boolean) {
  useSignals();
  const { t } = useTranslation();
  const hasTypedName = (label: { name: string }) => label.name.toLowerCase() === name.toLowerCase();
  const others = (tags.rows.value ?? []).filter((tag) => !labels.some(({ id }) => id === tag.id));
  const suggestions: TicketTag[] = open
    ? others
        .filter((tag) => tag.kanban === 0 && folded(tag.name).includes(folded(name)))
        .slice(0, maxSuggestions)
    : [];
  const creates =
    open &&
    tags.rows.value !== null &&
    name.length >= tagNameLength.min &&
    !labels.some(hasTypedName) &&
    !others.some(hasTypedName);

  const isLane = others.some((tag) => tag.kanban === 1 && hasTypedName(tag));
  const nothing = () => {
    if (!name) return t("tickets.tags.none");
    if (labels.some(hasTypedName)) return t("tickets.tags.has");
    return t(isLane ? "tickets.tags.lane" : "tickets.tags.short");
  };
  return { suggestions, creates, nothing };
}

type ChipProps = {
  label: TicketTag;
  onKey: (event: KeyboardEvent) => void;
  onRemove: (byKeyboard: boolean) => void;
};

function TagChip({ label, onKey, onRemove }: ChipProps) {
  const { t } = useTranslation();
  return (
    <span
      style={{ background: label.color, color: textColorOn(label.color) }}
      className="inline-flex h-6 max-w-48 items-center rounded-md pl-2 text-xs font-medium"
    >
      <span className="truncate">{label.name}</span>
      <button
        type="button"
        data-chip
        aria-label={t("tickets.tags.remove", { name: label.name })}
        className="-outline-offset-2 grid size-6 shrink-0 cursor-pointer place-items-center rounded-md outline-current hover:bg-black/15"
        onKeyDown={onKey}
        onClick={({ detail }) => onRemove(detail === 0)}
      >
        <X size={13} aria-hidden />
      </button>
    </span>
  );
}

type SuggestionsProps = Pick<ReturnType<typeof useCombobox>, "list" | "option"> & {
  isOpen: boolean;
  tags: TicketTag[];
  /** The name of the tag that Enter creates. */
  creates: string | null;
  /** Says why there is nothing to choose. */
  nothing: () => string;
};

function Suggestions({
  isOpen,
  tags: suggestions,
  creates,
  nothing,
  list,
  option,
}: SuggestionsProps) {
  useSignals();
  const { t } = useTranslation();
  const isVisible = suggestions.length > 0 || creates !== null;
  return (
    <div
      className={
        isOpen && (isVisible || tags.rows.value !== null)
          ? "bg-base-100 border-line shadow-float rounded-card absolute top-full left-0 z-20 mt-1 w-72 max-w-full border p-1"
          : "hidden"
      }
      onPointerDown={(event) => event.preventDefault()}
    >
      <p role="status" className={isVisible ? "hidden" : "text-muted text-small px-2.5 py-2"}>
        {isOpen && !isVisible && tags.rows.value !== null && nothing()}
      </p>
      <ul
        {...list}
        aria-label={t("tickets.tags.title")}
        className={isVisible ? "max-h-64 overflow-y-auto" : "hidden"}
      >
        {suggestions.map((tag, index) => (
          <li key={tag.id} {...option(index)} className="menu-item aria-selected:bg-hover">
            <span
              aria-hidden
              className="size-2.5 shrink-0 rounded-full"
              style={{ background: tag.color }}
            />
            <span className="truncate">{tag.name}</span>
          </li>
        ))}
        {creates !== null && (
          <li
            {...option(suggestions.length)}
            className="menu-item text-primary aria-selected:bg-hover font-medium"
          >
            <Plus size={16} aria-hidden />
            <span className="truncate">{t("tickets.tags.create", { name: creates })}</span>
          </li>
        )}
      </ul>
    </div>
  );
}
