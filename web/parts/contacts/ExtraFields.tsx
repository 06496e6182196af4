import { Lock, Plus, Trash2 } from "lucide-react";
import { useRef } from "react";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { type ExtraField, isLocked, limits } from "./extra-fields.ts";
import "./texts.ts";

type Props = {
  rows: ExtraField[];
  faults: Map<number, string>;
  onChange: (rows: ExtraField[]) => void;
};

/** A contact's own fields: any number of named values. */
export function ExtraFields({ rows, faults, onChange }: Props) {
  const { t } = useTranslation();
  const box = useRef<HTMLFieldSetElement>(null);
  const set = (key: number, change: Partial<ExtraField>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...change } : row)));
  const add = () => {
    onChange([...rows, { key: -Date.now(), id: null, name: "", value: "" }]);
    requestAnimationFrame(() =>
      [...(box.current?.querySelectorAll<HTMLElement>("[data-extra-name]") ?? [])].at(-1)?.focus(),
    );
  };

  return (
    <fieldset ref={box}>
      <legend className="mb-1 font-medium">{t("tickets.panel.extra")}</legend>
      <ul className="flex flex-col gap-2">
        {rows.map((row) => {
          const { key, name, value } = row;
          const fault = faults.get(key);
          return (
            <li key={key}>
              <div className="grid grid-cols-[2fr_3fr_auto] items-center gap-2">
                <span
                  className={`input min-w-0 ${fault ? "input-error" : isLocked(row) ? "bg-base-200" : ""}`}
                >
                  <input
                    data-extra-name
                    aria-label={t("tickets.panel.extraName")}
                    aria-invalid={fault ? true : undefined}
                    aria-describedby={fault ? `extra${key}-error` : undefined}
                    placeholder={t("tickets.panel.extraName")}
                    maxLength={limits.name}
                    readOnly={isLocked(row) || row.isOffered}
                    value={name}
                    onChange={({ target }) => set(key, { name: target.value })}
                  />
                </span>
                <span className="input min-w-0">
                  <input
                    aria-label={t("tickets.panel.extraValue", {
                      name: name || t("tickets.panel.extraNew"),
                    })}
                    placeholder={t("tickets.panel.extraValueShort")}
                    maxLength={limits.value}
                    value={value}
                    onChange={({ target }) => set(key, { value: target.value })}
                  />
                </span>
                {row.isOffered ? (
                  <span className="size-8" />
                ) : isLocked(row) ? (
                  <span
                    className="text-muted grid size-8 place-items-center"
                    title={t("tickets.panel.extraLocked")}
                  >
                    <Lock size={16} role="img" aria-label={t("tickets.panel.extraLocked")} />
                  </span>
                ) : (
                  <IconButton
                    label={t("tickets.panel.extraRemove", {
                      name: name || t("tickets.panel.extraNew"),
                    })}
                    icon={Trash2}
                    className="text-muted"
                    onClick={() => onChange(rows.filter((one) => one.key !== key))}
                  />
                )}
              </div>
              {fault && (
                <p id={`extra${key}-error`} className="text-error text-small mt-1">
                  {t(`errors.field.${fault}`)}
                </p>
              )}
            </li>
          );
        })}
      </ul>
      {rows.length < limits.rows && (
        <button type="button" className="btn btn-ghost btn-sm mt-1 -ml-2" onClick={add}>
          <Plus size={16} aria-hidden />
          {t("tickets.panel.extraAdd")}
        </button>
      )}
    </fieldset>
  );
}
