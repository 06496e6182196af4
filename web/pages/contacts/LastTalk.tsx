import { useSignals } from "@preact/signals-react/runtime";
import { inShort } from "../../inbox/wait-weight.ts";
import { clock, relative, useTranslation } from "../../kit/text.ts";
import { plain } from "../../messages/format.ts";
import type { ListedContact } from "../../parts/contacts/types.ts";

/** The last words of a conversation, and since when the customer waits or when they were written. */
export function LastTalk({ talk }: { talk: NonNullable<ListedContact["lastTalk"]> }) {
  useSignals();
  const { t } = useTranslation();
  const { at, text, fromMe, waitingSince, withBot } = talk;
  const words = plain(text) || "–";
  const isWaiting = waitingSince !== null && !withBot;
  return (
    <span className="block min-w-0">
      <span className="block truncate">
        {fromMe ? t("contacts.talk.us", { text: words }) : words}
      </span>
      <span className={`text-small block truncate ${isWaiting ? "text-waiting" : "text-muted"}`}>
        {isWaiting
          ? t("tickets.waits", { time: inShort(clock.value - Date.parse(waitingSince)) })
          : relative(at)}
      </span>
    </span>
  );
}
