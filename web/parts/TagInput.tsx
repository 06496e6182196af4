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

  const add = (label: TicketTag) => {
    onAdd(label);
    setTyped("");
    reset();
  };
  const { onKey, reset, input, list, option } = useCombobox(
    suggestions.length + (creates ? 1 : 0),
    (index) => add(suggestions[index] ?? newTag(name)),
  );
  const isVisible = suggestions.length > 0 || creates;

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
          <span
            key={label.id || label.name}
            style={{ background: label.color, color: textColorOn(label.color) }}
            className="inline-flex h-6 max-w-48 items-center rounded-md pl-2 text-xs font-medium"
          >
            <span className="truncate">{label.name}</span>
            <button
              type="button"
              data-chip
              aria-label={t("tickets.tags.remove", { name: label.name })}
              className="-outline-offset-2 grid size-6 shrink-0 cursor-pointer place-items-center rounded-md outline-current hover:bg-black/15"
              onKeyDown={(event) => onChipKey(event, label)}
              onClick={({ detail }) => {
                if (detail === 0) field.current?.focus();
                onRemove(label);
              }}
            >
              <X size={13} aria-hidden />
            </button>
          </span>
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
      <div
        className={
          open && (isVisible || tags.rows.value !== null)
            ? "bg-base-100 border-line shadow-float rounded-card absolute top-full left-0 z-20 mt-1 w-72 max-w-full border p-1"
            : "hidden"
        }
        onPointerDown={(event) => event.preventDefault()}
      >
        <p role="status" className={isVisible ? "hidden" : "text-muted text-small px-2.5 py-2"}>
          {open && !isVisible && tags.rows.value !== null && nothing()}
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
          {creates && (
            <li
              {...option(suggestions.length)}
              className="menu-item text-primary aria-selected:bg-hover font-medium"
            >
              <Plus size={16} aria-hidden />
              <span className="truncate">{t("tickets.tags.create", { name })}</span>
            </li>
          )}
        </ul>
      </div>
    </div>
  );
}
