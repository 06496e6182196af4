import { useState } from "react";
import { folded } from "../../src/shared/search.ts";
import { useTranslation } from "./text.ts";

export type Option = { id: number; name: string; color?: string };

/** A list of this length or more has a filter field. */
const filterFrom = 8;

/** Checkboxes for a list, with any number of choices. */
export function CheckboxOptions({
  options,
  chosen,
  onChange,
}: {
  options: Option[];
  chosen: number[];
  onChange: (chosen: number[]) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const visible = options.filter(({ name }) => folded(name).includes(folded(typed.trim())));
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  return (
    <>
      {options.length > filterFrom && (
        <input
          type="search"
          aria-label={t("common.search")}
          placeholder={t("common.search")}
          className="input input-sm mb-1"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <ul className="max-h-72 overflow-y-auto">
        {visible.map(({ id, name, color }) => (
          <li key={id}>
            <label className="menu-item has-[:focus-visible]:bg-hover">
              <input
                type="checkbox"
                className="checkbox checkbox-primary checkbox-sm"
                checked={chosen.includes(id)}
                onChange={() => toggle(id)}
              />
              {color && (
                <span
                  aria-hidden
                  className="size-2.5 shrink-0 rounded-full"
                  style={{ background: color }}
                />
              )}
              <span className="truncate">{name}</span>
            </label>
          </li>
        ))}
        {visible.length === 0 && (
          <li className="text-muted px-2.5 py-2">
            {t(options.length === 0 ? "common.nothingToChoose" : "common.noMatch")}
          </li>
        )}
      </ul>
    </>
  );
}
