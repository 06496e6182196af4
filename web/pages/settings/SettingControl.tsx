import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { ApiError } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import type { FormValue } from "../../forms/form.ts";
import { SecretInput } from "../../forms/SecretInput.tsx";
import { errorText, useTranslation } from "../../kit/text.ts";
import { brazilianZones, otherZones, zoneName } from "../../kit/zones.ts";
import { settingField, isSetting } from "../../../src/shared/settings.ts";
import type { Option } from "./groups.ts";
import { change, lastChange, saveSecret, stored } from "./values.ts";

/** Chooses a value, and asks for confirmation where the option needs it. */
function useChoice({ key, confirms }: Option) {
  const { t } = useTranslation();
  const [isConfirming, setIsConfirming] = useState(false);
  const question = isConfirming && confirms !== undefined && (
    <Confirm
      title={t(`settings.keys.${key}.question`)}
      text={t(`settings.keys.${key}.warning`)}
      action={t(`settings.keys.${key}.turnOn`)}
      onClose={() => setIsConfirming(false)}
      onConfirm={() => change(key, confirms)}
    />
  );
  return {
    choose: (value: string) =>
      value === confirms ? setIsConfirming(true) : void change(key, value),
    question,
  };
}

function SwitchControl({ option, value, inputProps }: ControlProps) {
  const { choose, question } = useChoice(option);
  return (
    <>
      <input
        {...inputProps}
        type="checkbox"
        role="switch"
        className="toggle toggle-primary"
        checked={value === "enabled"}
        onChange={({ target }) => choose(target.checked ? "enabled" : "disabled")}
      />
      {question}
    </>
  );
}

function SelectControl({
  option,
  values,
  value,
  inputProps,
}: ControlProps & { values: readonly string[] }) {
  const { t } = useTranslation();
  const { choose, question } = useChoice(option);
  return (
    <>
      <select
        {...inputProps}
        className="select w-56 max-w-full"
        value={value}
        onChange={({ target }) => choose(target.value)}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {t(`settings.keys.${option.key}.values.${one}`)}
          </option>
        ))}
      </select>
      {question}
    </>
  );
}

type ControlProps = {
  option: Option;
  value: string;
  inputProps: { id: string; "aria-describedby": string };
};

export function Control({ option, value, inputProps }: ControlProps): ReactNode {
  const { key } = option;
  if (option.kind === "number")
    return <NumberControl option={option} value={value} inputProps={inputProps} />;
  if (option.kind === "secret") return <SecretControl name={key} inputProps={inputProps} />;
  if (option.kind === "zone")
    return (
      <ZoneControl
        value={value}
        inputProps={inputProps}
        onChange={(zone) => void change(key, zone)}
      />
    );
  if (option.kind === "switch")
    return <SwitchControl option={option} value={value} inputProps={inputProps} />;
  return (
    <SelectControl option={option} values={option.values} value={value} inputProps={inputProps} />
  );
}

/** The zones of Brazil, then all zones of the browser. */
function ZoneControl({
  value,
  inputProps,
  onChange,
}: {
  value: string;
  inputProps: ControlProps["inputProps"];
  onChange: (zone: string) => void;
}) {
  const { t } = useTranslation();
  // Computing hundreds of offsets is slow, so the world's zones are listed when the user opens the
  // choice.
  const [isWorldListed, setIsWorldListed] = useState(false);
  const groups = useMemo(
    () =>
      [["brazil", brazilianZones] as const, ...(isWorldListed ? otherZones() : [])].map(
        ([region, zones]) => ({ region, zones: zones.map(named) }),
      ),
    [isWorldListed],
  );
  const isKnown = groups.some(({ zones }) => zones.some(({ zone }) => zone === value));
  return (
    <select
      {...inputProps}
      className="select w-56 max-w-full"
      value={value}
      onPointerDown={() => setIsWorldListed(true)}
      onFocus={() => setIsWorldListed(true)}
      onChange={({ target }) => onChange(target.value)}
    >
      {!isKnown && value && <option value={value}>{named(value).name}</option>}
      {groups.map(({ region, zones }) => (
        <optgroup key={region} label={t(`settings.zones.${region}`)}>
          {zones.map(({ zone, name }) => (
            <option key={zone} value={zone}>
              {name}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

const named = (zone: string) => ({ zone, name: zoneName(zone, Date.now()) });

/** A secret setting: the user can write it, never read it. It has its own button to save. */
function SecretControl({
  name,
  inputProps,
}: {
  name: string;
  inputProps: ControlProps["inputProps"];
}) {
  useSignals();
  const { t } = useTranslation();
  const [value, setValue] = useState<FormValue>(undefined);
  const [problem, setProblem] = useState("");
  const [round, setRound] = useState(0);
  const isStored = stored.value[name] ?? false;
  const changed = value !== undefined && (value !== "" || isStored);

  const save = async () => {
    try {
      await saveSecret(name, String(value).trim());
      setValue(undefined);
      setProblem("");
      setRound(round + 1);
    } catch (error) {
      setProblem(
        error instanceof ApiError && error.fields.value
          ? t("errors.field.invalid")
          : errorText(error),
      );
    }
  };
  return (
    <form
      className="flex w-64 max-w-full flex-col items-stretch gap-1.5 max-phone:w-full"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {/* Mount the input again after saving: it shows the stored state. */}
      <SecretInput
        key={round}
        {...inputProps}
        name={name}
        label={t(`settings.keys.${name}.name`)}
        value={value === undefined ? undefined : String(value)}
        stored={isStored}
        error={problem !== ""}
        aria-invalid={problem ? true : undefined}
        onChange={setValue}
      />
      {problem && (
        <p role="alert" className="text-error text-small">
          {problem}
        </p>
      )}
      {changed && (
        <button
          type="submit"
          className="btn btn-primary btn-sm self-end"
          aria-label={`${t("common.save")}: ${t(`settings.keys.${name}.name`)}`}
        >
          {t("common.save")}
        </button>
      )}
    </form>
  );
}

/** A number setting: a switch, and the number while it is on. Leaving the field saves it. */
function NumberControl({
  option: { key, max, unit },
  value,
  inputProps,
}: {
  option: Extract<Option, { kind: "number" }>;
  value: string;
  inputProps: ControlProps["inputProps"];
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(value);
  const isOn = Number(value) > 0;
  const isWhole = (text: string) => /^\d+$/.test(text) && Number(text) > 0 && Number(text) <= max;
  const isValid = isWhole(typed);
  useEffect(() => setTyped(value), [value]);

  const type = (text: string) => {
    setTyped(text);
    // "Saved" would be read as true of the wrong value.
    if (!isWhole(text)) lastChange.value = null;
  };
  const save = () => {
    if (isValid && Number(typed) !== Number(value)) void change(key, String(Number(typed)));
  };
  const usual = isSetting(key) ? settingField(key).default : "1";
  return (
    <span className="flex flex-col items-end gap-1">
      <span className="flex items-center gap-3">
        {isOn && (
          <label className="flex items-center gap-2">
            <input
              aria-label={t("settings.amount", { name: t(`settings.keys.${key}.name`) })}
              inputMode="numeric"
              autoComplete="off"
              aria-invalid={isValid ? undefined : true}
              className={`input tabular w-24 text-right ${isValid ? "" : "input-error"}`}
              value={typed}
              onChange={({ target }) => type(target.value.trim())}
              onBlur={save}
              onKeyDown={(event) => event.key === "Enter" && save()}
            />
            <span className="text-muted">{t(`settings.units.${unit}`)}</span>
          </label>
        )}
        <input
          {...inputProps}
          type="checkbox"
          role="switch"
          className="toggle toggle-primary"
          checked={isOn}
          onChange={({ target }) => void change(key, target.checked ? usual : "0")}
        />
      </span>
      {isOn && !isValid && (
        <span role="alert" className="text-error text-small">
          {t("settings.whole", { max })}
        </span>
      )}
    </span>
  );
}
