import { type ReactNode, useRef, useState } from "react";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";

type Props = {
  label: string;
  /** The first text of the input. */
  value: string;
  prefix?: string;
  suffix?: string;
  /** Saves the typed text. Returns the text of why it is refused, or nothing. */
  onSave: (typed: string) => Promise<string | undefined>;
  children: ReactNode;
};

/** A value that a click turns into an input. Enter and leaving it save, Escape gives up. */
export function EditCell({ label, value, prefix, suffix, onSave, children }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const isDone = useRef(false);
  const begin = () => {
    isDone.current = false;
    setTyped(value);
  };
  const end = () => {
    isDone.current = true;
    setTyped(null);
  };
  const save = async () => {
    if (isDone.current || typed === null) return;
    if (typed.trim() === value) return end();
    // A disabled input loses the focus, which must not save again.
    isDone.current = true;
    let isSaved = false;
    await run(async () => {
      const refused = await onSave(typed);
      isSaved = refused === undefined;
      if (refused) toast.error(refused);
    });
    if (isSaved) end();
    else isDone.current = false;
  };
  if (typed === null)
    return (
      <button
        type="button"
        className="hover:bg-hover hover:outline-line -mx-1.5 cursor-text rounded-md px-1.5 py-0.5 text-right hover:outline"
        onClick={(event) => {
          event.stopPropagation();
          begin();
        }}
      >
        <span className="sr-only">{label}: </span>
        {children}
      </button>
    );
  return (
    <span className="input input-sm inline-flex w-28" onClick={(event) => event.stopPropagation()}>
      {prefix && <span className="text-muted text-xs">{prefix}</span>}
      <input
        autoFocus
        aria-label={label}
        inputMode="decimal"
        autoComplete="off"
        className="text-right"
        disabled={busy}
        value={typed}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={() => void save()}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === "Enter") void save();
          if (event.key === "Escape") end();
        }}
      />
      {suffix && <span className="text-muted text-small">{suffix}</span>}
    </span>
  );
}
