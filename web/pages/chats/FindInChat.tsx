import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useEscape } from "../../kit/escape.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";
import type { Chat } from "../../parts/chats/chats.ts";
import { Hits, useHits } from "./ChatList.tsx";

/** The search of one chat. */
export function FindInChat({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState("");
  const hits = useHits(typed, chat.id);
  const field = useRef<HTMLInputElement>(null);
  useEscape(true, onClose);
  useEffect(() => field.current?.focus(), []);
  return (
    <search className="bg-base-100 border-line relative shrink-0 border-b">
      <div className="flex items-center gap-1 px-3 py-1.5 md:px-4">
        <label className="input input-sm h-9 min-w-0 flex-1">
          <Search size={16} aria-hidden className="text-muted" />
          <input
            ref={field}
            type="search"
            maxLength={200}
            aria-label={t("chats.find")}
            placeholder={t("chats.find")}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            className="min-w-0"
          />
          <span role="status" className="text-muted text-small">
            {hits && (hits.length === 0 ? t("common.noMatch") : hits.length)}
          </span>
        </label>
        <IconButton label={t("chats.findClose")} icon={X} onClick={onClose} />
      </div>
      {hits && hits.length > 0 && (
        <div className="bg-base-100 border-line shadow-float absolute inset-x-0 top-full z-5 max-h-80 overflow-y-auto border-b">
          <Hits hits={hits} onChoose={onClose} />
        </div>
      )}
    </search>
  );
}
