import { type ReactNode, useEffect, useRef } from "react";

type Props = {
  label: string;
  suggestions: { key: string; label: string; text: string; icon?: ReactNode }[];
  at: number;
  onChoose: (index: number) => void;
  /** The text of an empty list. */
  none?: string;
  /** Above the list: the chosen suggestion in full. */
  preview?: ReactNode;
};

/** The suggestions over the composer. The composer handles their keys. */
export function SuggestionList({ label, suggestions, at, onChoose, none = "", preview }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const some = suggestions.length > 0;

  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at]);

  return (
    <div className="bg-base-100 border-line shadow-float rounded-card absolute inset-x-3 bottom-full z-5 mb-2 overflow-hidden border md:inset-x-4">
      {preview}
      <p role="status" className={some ? "hidden" : "px-4 py-3 break-words"}>
        {some ? "" : none}
      </p>
      <ul
        ref={list}
        id="suggestions"
        role="listbox"
        tabIndex={0}
        aria-label={label}
        className={some ? "max-h-64 overflow-y-auto p-1.5" : "hidden"}
      >
        {suggestions.map(({ key, label: name, text, icon }, index) => (
          <li
            key={key}
            id={`suggestion-${index}`}
            role="option"
            aria-selected={index === at}
            className={`menu-item ${index === at ? "bg-hover" : ""}`}
            onPointerDown={(event) => {
              event.preventDefault();
              onChoose(index);
            }}
          >
            <span className="text-primary max-w-3/5 shrink-0 truncate font-semibold">{name}</span>
            <span className="text-muted min-w-0 flex-1 truncate">{text}</span>
            {icon}
          </li>
        ))}
      </ul>
    </div>
  );
}
