import { useSignals } from "@preact/signals-react/runtime";
import { Check } from "lucide-react";
import { type ReactNode, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { change, type Option, saves, sections, values } from "./options.ts";

/** Every setting by what it does. Each is saved as soon as it is chosen. */
export function Options() {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-6">
      <p className="text-muted">{t("settings.atOnce")}</p>
      {sections.map(({ name, options }) => (
        <section key={name} aria-label={t(`settings.sections.${name}`)}>
          <h2 className="text-muted text-small mb-1.5 font-medium">{t(`settings.sections.${name}`)}</h2>
          <ul className="card-quiet divide-line divide-y">
            {options.map((option) => (
              <Line key={option.key} option={option} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function Line({ option }: { option: Option }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const { key } = option;
  const value = values.value?.[key] ?? "";
  const said = { id, "aria-describedby": `${id}-does` };
  return (
    <li data-setting={key} className={`flex items-start justify-between gap-x-4 gap-y-2 px-4 py-3 phone:flex-nowrap phone:gap-x-6 ${option.kind === "switch" ? "" : "flex-wrap"}`}>
      <div className="min-w-0 flex-1 basis-40">
        <label htmlFor={id} className="font-medium">
          {t(`settings.keys.${key}.name`)}
        </label>
        <p id={`${id}-does`} className="text-muted text-small">
          {t(`settings.keys.${key}.does`)}
        </p>
      </div>
      <div className="flex min-h-8 shrink-0 items-center gap-2.5">
        <Saved name={key} />
        <Control option={option} value={value} said={said} />
      </div>
    </li>
  );
}

type ControlProps = { option: Option; value: string; said: { id: string; "aria-describedby": string } };

function Control({ option, value, said }: ControlProps): ReactNode {
  const { t } = useTranslation();
  const { key } = option;
  if (option.kind === "number") return <Whole name={key} max={option.max} value={value} said={said} />;
  if (option.kind === "switch") {
    return <input {...said} type="checkbox" role="switch" className="toggle toggle-primary" checked={value === "enabled"} onChange={({ target }) => void change(key, target.checked ? "enabled" : "disabled")} />;
  }
  return (
    <select {...said} className="select w-48 max-w-full" value={value} disabled={option.values.length < 2} onChange={({ target }) => void change(key, target.value)}>
      {option.values.map((one) => (
        <option key={one} value={one}>
          {t(`settings.keys.${key}.values.${one}`)}
        </option>
      ))}
    </select>
  );
}

/** A number that is saved when one is done with it. */
function Whole({ name, max, value, said }: { name: string; max: number; value: string; said: ControlProps["said"] }) {
  const { t } = useTranslation();
  const [typed, type] = useState(value);
  const right = /^\d+$/.test(typed) && Number(typed) <= max;
  useEffect(() => type(value), [value]);

  const save = () => {
    if (right && Number(typed) !== Number(value)) void change(name, String(Number(typed)));
  };
  return (
    <span className="flex flex-col items-end gap-1">
      <input
        {...said}
        inputMode="numeric"
        autoComplete="off"
        aria-invalid={right ? undefined : true}
        className={`input tabular w-28 text-right ${right ? "" : "input-error"}`}
        value={typed}
        onChange={({ target }) => type(target.value.trim())}
        onBlur={save}
        onKeyDown={({ key }) => key === "Enter" && save()}
      />
      {!right && (
        <span role="alert" className="text-error text-small">
          {t("settings.whole", { max })}
        </span>
      )}
    </span>
  );
}

function Saved({ name }: { name: string }) {
  useSignals();
  const { t } = useTranslation();
  const state = saves.value[name];
  return (
    <span role="status" className="text-muted text-small flex items-center gap-1 empty:-ml-2.5">
      {state === "saving" && <span aria-hidden className="loading loading-spinner loading-xs" />}
      {state === "saved" && (
        <>
          <Check size={14} aria-hidden className="text-primary" />
          {t("settings.saved")}
        </>
      )}
    </span>
  );
}
