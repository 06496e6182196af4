import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "../kit/text.ts";
import { choicesOf, type Resource, useChoices } from "./choices.ts";

type Props = Omit<ComponentProps<"select">, "value" | "onChange" | "resource"> & {
  resource: Resource;
  value: string;
  /** Key of the empty choice. */ none?: string;
  onChange: (id: string) => void;
};

/**
 * Chooses one row of another resource by name. The current choice stays available while the list
 * loads.
 */
export function ResourceSelect({ resource, value, none, onChange, ...rest }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [choices] = useState(() => choicesOf(resource));
  useChoices(choices);
  const rows = choices.rows.value;
  const { nameOf = ({ name }) => name } = resource;
  return (
    <select
      {...rest}
      value={value}
      aria-busy={rows === null || undefined}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">
        {t(none ?? (choices.failed.value ? "common.notLoaded" : "common.choose"))}
      </option>
      {rows === null && value && <option value={value}>…</option>}
      {rows?.map((row) => (
        <option key={row.id} value={row.id}>
          {nameOf(row)}
        </option>
      ))}
    </select>
  );
}
