import i18n from "i18next";
import { RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api } from "../../kit/api.ts";
import { toast } from "../../kit/Toast.tsx";
import { again, discard } from "./outbox.ts";
import { putMessages } from "./thread.ts";
import type { Said } from "./timeline.ts";
import type { Message } from "./types.ts";

/** Why a message of ours did not go out, and what to do about it. */
export function Failed({ said }: { said: Said }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const code = said.reason ?? "ERR_SENDING_WAPP_MSG";
  const reason = i18n.exists(`errors.${code}`) ? t(`errors.${code}`) : i18n.exists(`messages.reasons.${code}`) ? t(`messages.reasons.${code}`) : code;

  const retry = async () => {
    if (said.unsent) return again(said.key);
    setBusy(true);
    try {
      const message = await api.post<Message>(`/messages/${said.id}/retry`);
      putMessages(message.ticketId, [message]);
    } catch (refused) {
      toast.error(refused);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="text-error text-small border-error/40 clear-both mt-1.5 border-t px-1 pt-1.5">
      <p>
        <span className="font-semibold">{t("messages.notSent")}</span> {reason}
      </p>
      <div className="mt-1 flex flex-wrap gap-1">
        <button type="button" className="btn btn-xs btn-ghost" disabled={busy} onClick={() => void retry()}>
          <RotateCw size={14} aria-hidden />
          {t("common.retry")}
        </button>
        {said.unsent && (
          <button type="button" className="btn btn-xs btn-ghost" onClick={() => discard(said.key)}>
            <Trash2 size={14} aria-hidden />
            {t("common.delete")}
          </button>
        )}
      </div>
    </div>
  );
}
