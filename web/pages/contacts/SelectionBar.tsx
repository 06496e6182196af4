import { useSignals } from "@preact/signals-react/runtime";
import { Tag, X } from "lucide-react";
import { useState } from "react";
import { useEscape } from "../../kit/escape.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Selection } from "../../lists/selection.ts";
import type { Filter } from "./tag-contacts.ts";
import { TagContacts } from "./TagContacts.tsx";

type Props = {
  selection: Selection;
  /** The number of all contacts that the list shows. */
  total: number;
  filter: Filter;
};

/** The most contacts of one change, as the server allows. */
const most = 10_000;

/** Floats over the list's end: how many contacts are selected, and what can be done with them. */
export function SelectionBar({ selection, total, filter }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [isTagging, setIsTagging] = useState(false);
  useEscape(true, selection.end);
  const isEvery = selection.isEvery.value;
  const ids = [...selection.ids.value];
  const count = isEvery ? Math.min(total, most) : ids.length;
  return (
    <>
      <div
        role="toolbar"
        aria-label={t("contacts.select.label")}
        className="bg-base-100 border-line shadow-float rounded-card fixed bottom-18 left-1/2 z-30 flex max-w-[calc(100vw-2rem)] -translate-x-1/2 items-center gap-2 border py-1.5 pr-1.5 pl-4 phone:bottom-4"
      >
        <p role="status" className="tabular font-semibold whitespace-nowrap">
          {t("contacts.select.count", { count })}
        </p>
        {!isEvery && total > ids.length && (
          <button
            type="button"
            className="link text-small tabular whitespace-nowrap max-phone:max-w-28 max-phone:truncate"
            onClick={selection.selectEvery}
          >
            {t("contacts.select.every", { count: Math.min(total, most) })}
          </button>
        )}
        <span aria-hidden className="bg-line mx-1 h-6 w-px" />
        <button type="button" className="btn btn-ghost btn-sm" onClick={() => setIsTagging(true)}>
          <Tag size={16} aria-hidden />
          {t("contacts.tags")}
        </button>
        <IconButton label={t("contacts.select.end")} icon={X} onClick={selection.end} />
      </div>
      {isTagging && (
        <TagContacts
          who={isEvery ? { filter } : { ids }}
          count={count}
          onDone={selection.end}
          onClose={() => setIsTagging(false)}
        />
      )}
    </>
  );
}
