import { useSignals } from "@preact/signals-react/runtime";
import { Pencil } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "../../kit/Dialog.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { changeBindings, bindings } from "./bindings.ts";
import { type Combo, comboOf, isModifier, sameCombo, unsuitable } from "../../kit/combos.ts";
import { enterSends } from "../../inbox/stored-toggle.ts";
import { Kbd, Kbds } from "../../kit/Kbd.tsx";
import { useTranslation } from "../../kit/text.ts";
import { comboFor, keyUsing, keys } from "./keys.ts";

const areas = ["everywhere", "tickets", "ticket"] as const;

/** Keys that cannot change: those of the focused message box and list. */
const fixedKeys = () => [
  ...(enterSends.on.value
    ? [
        { keys: "Enter", does: "send" },
        { keys: "Shift Enter", does: "newline" },
      ]
    : [
        { keys: "Ctrl Enter", does: "send" },
        { keys: "Enter", does: "newline" },
      ]),
  { keys: "Ctrl Shift Enter", does: "sendResolve" },
  { keys: "Ctrl Z", does: "undoSend" },
  { keys: "Ctrl B", does: "bold" },
  { keys: "Ctrl I", does: "italic" },
  { keys: "Ctrl Shift X", does: "strike" },
  { keys: "/", does: "quick" },
  { keys: "↑", does: "edit" },
  { keys: "X", does: "select" },
  { keys: "↑ ↓", does: "messages" },
  { keys: "R", does: "messageReply" },
  { keys: "E", does: "messageReact" },
  { keys: "C", does: "messageCopy" },
  { keys: "F", does: "messageForward" },
  { keys: "Esc", does: "back" },
];

/** Lists the keys, changes them one by one, and turns them all off. WCAG 2.1.4 */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [changing, setChanging] = useState<string | null>(null);
  const { off, own } = bindings.value;
  const changed = Object.keys(own).length > 0;
  return (
    <Dialog
      title={t("tickets.keys.title")}
      onClose={onClose}
      footer={
        <>
          <button
            type="button"
            className="btn btn-ghost"
            disabled={!changed}
            onClick={() => changeBindings({ own: {} })}
          >
            {t("tickets.keys.reset")}
          </button>
          <button type="button" className="btn btn-primary" onClick={onClose}>
            {t("common.close")}
          </button>
        </>
      }
    >
      <label className="flex cursor-pointer items-center justify-between gap-4 py-1">
        <span>
          <span className="font-medium">{t("tickets.keys.on")}</span>
          <span className="text-muted text-small block">{t("tickets.keys.onText")}</span>
        </span>
        <input
          data-autofocus
          type="checkbox"
          role="switch"
          className="toggle toggle-primary"
          checked={!off}
          onChange={() => changeBindings({ off: !off })}
        />
      </label>
      {areas.map((area) => (
        <section key={area} className="mt-4">
          <h3 className="text-muted text-small mb-1 font-medium">
            {t(`tickets.keys.areas.${area}`)}
          </h3>
          <ul className={`divide-line divide-y ${off ? "opacity-60" : ""}`}>
            {keys
              .filter(({ where, offered }) => where === area && offered?.() !== false)
              .map((key) => (
                <li key={key.does} className="flex min-h-10 items-center gap-3 py-1">
                  <span className="min-w-0 flex-1">{t(`tickets.keys.${key.does}`)}</span>
                  {changing === key.does ? (
                    <CaptureKeys does={key.does} onDone={() => setChanging(null)} />
                  ) : (
                    <>
                      <Kbd combo={comboFor(key)} />
                      <IconButton
                        label={t("tickets.keys.change", { what: t(`tickets.keys.${key.does}`) })}
                        icon={Pencil}
                        className="text-muted"
                        onClick={() => setChanging(key.does)}
                      />
                    </>
                  )}
                </li>
              ))}
          </ul>
        </section>
      ))}
      <section className="mt-4">
        <h3 className="text-muted text-small mb-1 font-medium">{t("tickets.keys.areas.fixed")}</h3>
        <ul className="divide-line divide-y">
          {fixedKeys().map(({ keys, does }) => (
            <li key={does} className="flex min-h-10 items-center gap-3 py-1 pr-11">
              <span className="min-w-0 flex-1">{t(`tickets.keys.${does}`)}</span>
              <Kbds keys={keys.split(" ")} />
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  );
}

/** Records the next key combination. Esc or a click elsewhere cancels. */
function CaptureKeys({ does, onDone }: { does: string; onDone: () => void }) {
  const { t } = useTranslation();
  const box = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState("");

  useEffect(() => {
    const field = box.current;
    field?.focus();
    const row = field?.closest("li");
    // The edit button replaces this field and takes its focus.
    return () => {
      requestAnimationFrame(
        () =>
          document.activeElement === document.body &&
          row?.querySelector<HTMLElement>("button")?.focus(),
      );
    };
  }, []);

  const take = (combo: Combo) => {
    const reason = unsuitable(combo);
    if (reason) return setProblem(t(`tickets.keys.unfit.${reason}`));
    const other = keyUsing(combo);
    if (other && other.does !== does)
      return setProblem(t("tickets.keys.taken", { what: t(`tickets.keys.${other.does}`) }));
    const standard = keys.find((key) => key.does === does);
    const { [does]: _, ...others } = bindings.peek().own;
    changeBindings({
      own: standard && sameCombo(standard.combo, combo) ? others : { ...others, [does]: combo },
    });
    onDone();
  };

  return (
    <span className="flex max-w-56 flex-col items-end gap-0.5">
      <button
        ref={box}
        type="button"
        className="border-primary text-small rounded-lg border border-dashed px-2.5 py-1"
        onBlur={onDone}
        onKeyDown={(event) => {
          if (event.key === "Tab") return;
          event.preventDefault();
          event.stopPropagation();
          if (event.key === "Escape") return onDone();
          const combo = comboOf(event.nativeEvent);
          if (!isModifier(combo) && !event.repeat) take(combo);
        }}
      >
        {t("tickets.keys.press")}
      </button>
      <span role="alert" className="text-error text-small text-right">
        {problem}
      </span>
    </span>
  );
}
