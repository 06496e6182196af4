import { CircleAlert, type LucideIcon } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useTranslation } from "./text.ts";

type Props<Value extends string> = {
  label: string;
  values: readonly Value[];
  value: Value;
  text: (value: Value) => string;
  counts?: Record<Value, number>;
  icons?: Record<string, LucideIcon>;
  /** The tabs with an error. */
  invalid?: readonly Value[];
  onChange: (value: Value) => void;
  variant: "line" | "box";
};

const variants = {
  line: {
    list: "border-line flex border-b px-2",
    tab: "h-8 border-b-2 -mb-px",
    on: "border-primary font-semibold",
    off: "text-muted hover:text-base-content border-transparent",
  },
  box: {
    list: "bg-base-200 border-line flex gap-0.5 rounded-card border p-0.5",
    tab: "h-7 rounded-lg border",
    on: "bg-base-100 border-line font-semibold",
    off: "text-muted hover:text-base-content border-transparent",
  },
};

/** This many tabs always fit in one line. */
const mostInOneLine = 4;

/** Tabs for a few views. Arrow keys move between them. */
export function Tabs<Value extends string>({
  label,
  values,
  value,
  text,
  counts,
  icons,
  invalid = [],
  onChange,
  variant,
}: Props<Value>) {
  const { t } = useTranslation();
  const { list, tab, on, off } = variants[variant];

  const onArrow = (event: KeyboardEvent<HTMLDivElement>) => {
    const here = values.indexOf(value);
    const to = { ArrowRight: here + 1, ArrowLeft: here - 1, Home: 0, End: values.length - 1 }[
      event.key
    ];
    const next = to === undefined ? undefined : values.at(to % values.length);
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next}"]`)?.focus();
  };

  return (
    <div
      role="tablist"
      aria-label={label}
      className={`${list} ${values.length > mostInOneLine ? "flex-wrap" : ""}`}
      onKeyDown={onArrow}
    >
      {values.map((one) => {
        const Icon = icons?.[one];
        return (
          <button
            key={one}
            type="button"
            role="tab"
            data-value={one}
            aria-selected={one === value}
            tabIndex={one === value ? 0 : -1}
            onClick={() => onChange(one)}
            className={`flex flex-1 cursor-pointer items-center justify-center gap-1.5 -outline-offset-2 transition-colors ${values.length > mostInOneLine ? "whitespace-nowrap px-1.5" : icons ? "px-1.5" : ""} ${tab} ${one === value ? on : off} ${invalid.includes(one) ? "text-error!" : ""}`}
          >
            {Icon && <Icon size={15} aria-hidden />}
            {text(one)}
            {invalid.includes(one) && (
              <>
                <CircleAlert size={15} aria-hidden className="shrink-0 max-phone:hidden" />
                <span className="sr-only">{t("common.wrongHere")}</span>
              </>
            )}
            {counts && <Badge count={counts[one]} waiting={one === "pending"} />}
          </button>
        );
      })}
    </div>
  );
}

const Badge = ({ count, waiting }: { count: number; waiting: boolean }) => (
  <span
    className={`tabular grid h-5 min-w-5 place-items-center rounded-full px-1.5 text-xs font-semibold ${waiting && count > 0 ? "bg-warning text-warning-content" : "bg-base-300 text-base-content"}`}
  >
    {count > 999 ? "999+" : count}
  </span>
);
