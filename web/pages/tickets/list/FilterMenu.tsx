import { ChevronDown, type LucideIcon } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Option, CheckboxOptions } from "./CheckboxOptions.tsx";

type Props = { label: string; icon: LucideIcon; options: Option[]; chosen: number[]; onChange: (chosen: number[]) => void; iconOnly?: boolean };

/** A multiple choice. The button shows what is selected. */
export function FilterMenu({ label, icon: Icon, options, chosen, onChange, iconOnly = false }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState({ left: -9999, top: 0 });

  useEffect(() => {
    if (!open || !panel.current || !button.current) return;
    const buttonBox = button.current.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = panel.current;
    setAt({ left: Math.max(8, Math.min(innerWidth - width - 8, buttonBox.left)), top: Math.max(8, Math.min(innerHeight - height - 8, buttonBox.bottom + 6)) });
    panel.current.querySelector<HTMLElement>("input")?.focus({ preventScroll: true });
  }, [open]);

  const [first] = options.filter(({ id }) => chosen.includes(id));
  const buttonText = chosen.length === 0 || !first ? label : chosen.length === 1 ? first.name : t("tickets.nChosen", { name: first.name, n: chosen.length - 1 });

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={`${label}: ${chosen.length === 0 ? t("tickets.all") : buttonText}`}
        className={`btn btn-sm min-w-0 shrink flex-nowrap font-normal ${chosen.length > 0 ? "btn-soft btn-primary" : "btn-ghost"} ${iconOnly ? "gap-1 px-1.75" : ""}`}
        title={iconOnly ? label : undefined}
      >
        <Icon size={iconOnly ? 18 : 16} aria-hidden className="shrink-0" />
        {iconOnly ? chosen.length > 0 && <span className="tabular">{chosen.length}</span> : <span className="truncate">{buttonText}</span>}
        {!iconOnly && <ChevronDown size={14} aria-hidden className="shrink-0 opacity-60" />}
      </button>
      <div ref={panel} id={id} popover="auto" role="dialog" aria-label={label} className="menu-panel" style={at} onToggle={(event) => setOpen(event.newState === "open")}>
        {open && (
          <>
            <CheckboxOptions options={options} chosen={chosen} onChange={onChange} />
            {chosen.length > 0 && (
              <div className="border-line mt-1 border-t pt-1">
                <button type="button" className="menu-item" onClick={() => onChange([])}>
                  {t("tickets.clearChoice")}
                </button>
              </div>
            )}
          </>
        )}
      </div>
    </>
  );
}
