import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Quick } from "./choices.ts";
import { plain } from "./format.ts";
import { label } from "./quick.ts";

type Props = {
  offers: Quick[];
  at: number;
  onChoose: (quick: Quick) => void;
  /** Said while there is nothing to choose. */
  none: string;
};

/** What fits the word after the slash; the chosen one in full. */
export function QuickList({ offers, at, onChoose, none }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const chosen = offers[at];

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  return (
    <div className="bg-base-100 border-line shadow-float rounded-card absolute inset-x-3 bottom-full z-5 mb-2 overflow-hidden border md:inset-x-4">
      {chosen && <p className="text-muted text-small border-line line-clamp-3 border-b px-4 py-2 whitespace-pre-wrap">{plain(chosen.message)}</p>}
      <p role="status" className={offers.length > 0 ? "hidden" : "px-4 py-3 break-words"}>
        {offers.length > 0 ? "" : none}
      </p>
      <ul ref={list} id="quick-list" role="listbox" aria-label={t("messages.quick")} className={offers.length > 0 ? "max-h-64 overflow-y-auto p-1.5" : "hidden"}>
        {offers.map((quick, index) => (
          <li
            key={quick.id}
            id={`quick-${quick.id}`}
            role="option"
            aria-selected={index === at}
            className={`menu-item ${index === at ? "bg-hover" : ""}`}
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(quick);
            }}
          >
            <span className="text-primary max-w-3/5 shrink-0 truncate font-semibold">{label(quick)}</span>
            <span className="text-muted min-w-0 flex-1 truncate">{plain(quick.message)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
