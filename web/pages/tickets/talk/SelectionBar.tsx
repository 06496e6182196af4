import { useSignals } from "@preact/signals-react/runtime";
import { Copy, Forward, X } from "lucide-react";
import { IconButton } from "../../../kit/IconButton.tsx";
import { copyText, forwarding } from "../../../inbox/message-actions.ts";
import { messageSelection, endMessageSelection } from "./message-selection.ts";
import { useEscape } from "../../../kit/escape.ts";
import { useTranslation } from "../../../kit/text.ts";
import { textOf } from "../../../messages/message-kinds.ts";
import { mayForward } from "../../../messages/message-rules.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";

/** The actions on several selected messages. */
export function SelectionBar({ ticketId, all }: { ticketId: number; all: MessageBubble[] }) {
  useSignals();
  const { t } = useTranslation();
  const ids = messageSelection.value?.ids ?? [];
  const chosen = all.filter(({ id }) => id !== null && ids.includes(id));
  const texts = chosen.map(({ kind, body }) => textOf(kind, body)).filter(Boolean);
  useEscape(true, endMessageSelection);
  return (
    <div
      role="toolbar"
      aria-label={t("messages.choice.label")}
      className="bg-base-100 border-line flex shrink-0 items-center gap-2 border-t px-3 py-2 md:px-4"
    >
      <IconButton label={t("common.cancel")} icon={X} side="top" onClick={endMessageSelection} />
      <p role="status" className="min-w-0 flex-1 truncate font-medium">
        {t("messages.choice.count", { count: chosen.length })}
      </p>
      <IconButton
        label={t("messages.menu.copy")}
        icon={Copy}
        side="top"
        disabled={texts.length === 0}
        onClick={() => void copyText(texts.join("\n")).then(endMessageSelection)}
      />
      <button
        type="button"
        className="btn btn-primary btn-sm"
        disabled={chosen.length === 0 || !chosen.every(mayForward)}
        onClick={() => (forwarding.value = { ticketId, messages: chosen })}
      >
        <Forward size={18} aria-hidden />
        {t("messages.menu.forward")}
      </button>
    </div>
  );
}
