import "../session/texts.ts";
import { ColorInput } from "../kit/ColorInput.tsx";
import { DateInput } from "../kit/DateInput.tsx";
import { onDemand } from "../kit/on-demand.ts";
import { useTranslation } from "../kit/text.ts";
import { TimeInput } from "../kit/TimeInput.tsx";
import { CheckboxList, RadioCards } from "./ChoiceInputs.tsx";
import type { Field, FormValue } from "./form.ts";
import { ResourceSelect } from "./ResourceSelect.tsx";

// Load these inputs on demand: the inbox does not use them.
const PictureInput = onDemand(async () => (await import("../kit/PictureInput.tsx")).PictureInput);
const SecretInput = onDemand(async () => (await import("./SecretInput.tsx")).SecretInput);

type Props = {
  field: Field;
  /** The input's id and name, and the attributes that link its label and error. */
  common: {
    id: string;
    name: string;
    disabled?: boolean;
    onBlur?: () => void;
    "aria-invalid"?: true;
  };
  value: FormValue;
  onChange: (value: FormValue) => void;
  autoFocus?: boolean;
};

/** Inputs that only signed-in users see. */
export function RareInput({ field, common, value, onChange, autoFocus }: Props) {
  const { t } = useTranslation();
  const text = String(value ?? "");
  const styled = (type: string) => `${type} ${common["aria-invalid"] ? `${type}-error` : ""}`;
  switch (field.type) {
    case "choice":
      return (
        <RadioCards
          name={field.name}
          choices={field.choices ?? []}
          value={text}
          onChange={onChange}
          autoFocus={autoFocus}
        />
      );
    case "many":
      return (
        <CheckboxList
          name={field.name}
          options={field.options ?? []}
          value={Array.isArray(value) ? value : []}
          inline={field.inline}
          disabled={field.disabled}
          onChange={onChange}
        />
      );
    case "picture":
      return (
        <PictureInput
          id={common.id}
          label={t(field.label)}
          types={field.accepts}
          stored={typeof value === "string" ? value : null}
          file={typeof value === "string" ? undefined : value instanceof File ? value : null}
          onChange={onChange}
        />
      );
    case "color":
      return <ColorInput {...common} value={text} onChange={onChange} />;
    case "secret":
      return (
        <SecretInput
          {...common}
          label={t(field.label)}
          value={value === undefined ? undefined : text}
          stored={field.hasStored}
          rows={field.rows}
          required={field.required}
          error={Boolean(common["aria-invalid"])}
          onChange={onChange}
        />
      );
    case "resource":
      return (
        field.resource && (
          <ResourceSelect
            {...common}
            resource={field.resource}
            none={field.emptyLabel}
            value={text}
            className={styled("select")}
            onChange={onChange}
          />
        )
      );
    case "date":
      return (
        <DateInput
          {...common}
          value={text}
          className={`${styled("input")} w-44`}
          onChange={onChange}
        />
      );
    case "time":
      return (
        <TimeInput
          {...common}
          onBlur={() => common.onBlur?.()}
          value={text}
          className={`${styled("input")} tabular w-24`}
          onChange={onChange}
        />
      );
    case "select":
      return (
        <select
          {...common}
          value={text}
          className={styled("select")}
          onChange={(event) => onChange(event.target.value)}
        >
          {field.emptyLabel && <option value="">{t(field.emptyLabel)}</option>}
          <Items items={field.items ?? []} />
        </select>
      );
    default:
      return null;
  }
}

function Items({ items }: { items: NonNullable<Field["items"]> }) {
  return [...Map.groupBy(items, ({ group }) => group)].map(([group, own]) => {
    const options = own.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
    return group ? (
      <optgroup key={group} label={group}>
        {options}
      </optgroup>
    ) : (
      options
    );
  });
}
