import { Smile } from "lucide-react";
import { useId, useRef, useState } from "react";
import { backToComposer } from "../../inbox/composer-focus.ts";
import { lazyComponent } from "../../kit/lazy-component.ts";
import { useTranslation } from "../../kit/text.ts";
import { Tooltip } from "../../kit/Tooltip.tsx";

const { Lazy: EmojiPanel } = lazyComponent(
  async () => (await import("./EmojiPanel.tsx")).EmojiPanel,
  { Meanwhile: Loading },
);

/** Opens the emoji panel over the composer. It stays open after a choice; Esc closes it. */
export function EmojiButton({ onChoose }: { onChoose: (emoji: string) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState({ left: -9999, bottom: 0 });

  const toggled = (isOpen: boolean) => {
    setOpen(isOpen);
    const { activeElement } = document;
    if (!isOpen && (activeElement === button.current || activeElement === document.body))
      backToComposer();
    const buttonBox = button.current?.getBoundingClientRect();
    if (isOpen && buttonBox)
      setAt({
        left: Math.max(8, Math.min(buttonBox.left, innerWidth - width - 8)),
        bottom: innerHeight - buttonBox.top + 10,
      });
  };

  return (
    <>
      <Tooltip text={t("messages.emoji.button")} side="top">
        <button
          ref={button}
          type="button"
          aria-label={t("messages.emoji.button")}
          aria-expanded={open}
          popoverTarget={id}
          className="btn btn-ghost btn-square size-9"
        >
          <Smile size={18} aria-hidden />
        </button>
      </Tooltip>
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label={t("messages.emoji.button")}
        className="menu-panel h-96 max-h-[60dvh]! w-79 overflow-hidden!"
        style={at}
        onToggle={(event) => toggled(event.newState === "open")}
      >
        {open && <EmojiPanel onChoose={onChoose} />}
      </div>
    </>
  );
}

const width = 316;

function Loading() {
  const { t } = useTranslation();
  return <p className="text-muted grid h-full place-items-center">{t("common.loading")}</p>;
}
