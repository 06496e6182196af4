import { useSignals } from "@preact/signals-react/runtime";
import { X } from "lucide-react";
import { useState } from "react";
import { choicesOf, useChoices } from "../../forms/choices.ts";
import { useTranslation } from "../../kit/text.ts";
import { contactListResource } from "../../parts/campaigns/resources.ts";

type Props = {
  /** Key of its label. */
  label: string;
  ids: number[];
  /** Lists that cannot be chosen here. */
  without: number[];
  readOnly: boolean;
  onChange: (ids: number[]) => void;
};

/** Chooses several contact lists, one after the other. */
export function ListsInput({ label, ids, without, readOnly, onChange }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [choices] = useState(() => choicesOf(contactListResource));
  useChoices(choices);
  const rows = choices.rows.value ?? [];
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name ?? "…";
  const open = rows.filter(({ id }) => !ids.includes(id) && !without.includes(id));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-medium">{t(label)}</legend>
      {ids.length > 0 && (
        <ul className="mb-2 flex flex-wrap gap-1.5">
          {ids.map((id) => (
            <li
              key={id}
              className="bg-base-200 border-line flex max-w-full items-center gap-1 rounded-md border py-0.5 pr-0.5 pl-2"
            >
              <span className="min-w-0 wrap-anywhere">{nameOf(id)}</span>
              {!readOnly && (
                <button
                  type="button"
                  className="btn btn-ghost btn-xs btn-square"
                  aria-label={t("campaigns.removeList", { name: nameOf(id) })}
                  onClick={() => onChange(ids.filter((one) => one !== id))}
                >
                  <X size={14} aria-hidden />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {!readOnly && ids.length < 19 && (
        <select
          className="select"
          aria-label={t(label)}
          value=""
          onChange={({ target }) => target.value && onChange([...ids, Number(target.value)])}
        >
          <option value="">{t("campaigns.addList")}</option>
          {open.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </fieldset>
  );
}
