import { Check, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { trimmed } from "../../../../src/shared/text.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { edit, editing } from "../../../inbox/message-actions.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";

/** Edits a message's text in its place. Enter saves, Esc cancels. */
export function EditField({ bubble, ticketId }: { bubble: MessageBubble; ticketId: number }) {
  const { t } = useTranslation();
  const [text, setText] = useState(bubble.body);
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLTextAreaElement>(null);
  const canSave = trimmed(text) !== "" && !busy;

  useEffect(() => {
    area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(bubble.body.length, bubble.body.length);
    area.current?.scrollIntoView({ block: "nearest" });
  }, []);

  const close = () => {
    editing.value = null;
    document.querySelector<HTMLElement>("[data-composer]")?.focus();
  };

  const save = async () => {
    if (!canSave || bubble.id === null) return;
    if (text.trim() === bubble.body) return close();
    setBusy(true);
    if (await edit(ticketId, bubble.id, text.trim())) close();
    else setBusy(false);
  };

  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && !event.shiftKey) void save();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="w-100 max-w-full">
      <textarea
        ref={area}
        value={text}
        maxLength={65_000}
        aria-label={t("messages.edit")}
        readOnly={busy}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={press}
        className="text-talk bg-base-100 border-(--field-line) focus:border-primary field-sizing-content max-h-60 min-h-16 w-full resize-none rounded-lg border px-2.5 py-1.5 outline-none"
      />
      <div className="flex items-center justify-end gap-1">
        <IconButton label={t("common.cancel")} icon={X} side="top" onClick={close} />
        <IconButton
          label={t("common.save")}
          icon={Check}
          side="top"
          className="btn-primary"
          disabled={!canSave}
          onClick={() => void save()}
        />
      </div>
    </div>
  );
}
