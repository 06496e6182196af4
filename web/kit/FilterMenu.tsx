import { ChevronDown, type LucideIcon } from "lucide-react";
import { useEffect } from "react";
import { type Option, CheckboxOptions } from "./CheckboxOptions.tsx";
import { useTranslation } from "./text.ts";
import { usePanel } from "./use-panel.ts";

type Props = {
  label: string;
  icon: LucideIcon;
  options: Option[];
  chosen: number[];
  onChange: (chosen: number[]) => void;
  iconOnly?: boolean;
  /** Loads the options when the menu opens, if needed. */ onOpen?: () => void;
};

/** A menu with multiple choice. The button shows the selected options. */
export function FilterMenu({
  label,
  icon: Icon,
  options,
  chosen,
  onChange,
  iconOnly = false,
  onOpen,
}: Props) {
  const { t } = useTranslation();
  const { open, button, panel } = usePanel("start", "input", options.length > 0);
  useEffect(() => {
    if (open) onOpen?.();
  }, [open]);
  const [first] = options.filter(({ id }) => chosen.includes(id));
  const buttonText =
    chosen.length === 0 || !first
      ? label
      : chosen.length === 1
        ? first.name
        : t("common.nChosen", { name: first.name, n: chosen.length - 1 });

  return (
    <>
      <button
        {...button}
        aria-haspopup="dialog"
        aria-label={`${label}: ${chosen.length === 0 ? t("common.all") : buttonText}`}
        className={`btn btn-sm min-w-0 shrink flex-nowrap font-normal ${chosen.length > 0 ? "btn-soft btn-primary" : "btn-ghost"} ${iconOnly ? "gap-1 px-1.75" : ""}`}
        title={iconOnly ? label : undefined}
      >
        <Icon size={iconOnly ? 18 : 16} aria-hidden className="shrink-0" />
        {iconOnly ? (
          chosen.length > 0 && <span className="tabular">{chosen.length}</span>
        ) : (
          <span className="truncate">{buttonText}</span>
        )}
        {!iconOnly && <ChevronDown size={14} aria-hidden className="shrink-0 opacity-60" />}
      </button>
      <div {...panel} role="dialog" aria-label={label} className="menu-panel">
        {open && (
          <>
            <CheckboxOptions options={options} chosen={chosen} onChange={onChange} />
            {chosen.length > 0 && (
              <div className="border-line mt-1 border-t pt-1">
                <button type="button" className="menu-item" onClick={() => onChange([])}>
                  {t("common.clearChoice")}
                </button>
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}
