import { useSignals } from "@preact/signals-react/runtime";
import { useTranslation } from "../../kit/text.ts";
import { plain } from "../../messages/format.ts";
import { ago, waitOf } from "./ago.ts";
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
        {isWaiting ? t("tickets.waits", { time: waitOf(waitingSince) }) : ago(at)}
      </span>
    </span>
  );
}

/** The same in one line, for a phone. */
export function LastTalkLine({ talk }: { talk: NonNullable<ListedContact["lastTalk"]> }) {
  useSignals();
  const { t } = useTranslation();
  const { text, fromMe, waitingSince, withBot } = talk;
  const words = plain(text);
  return (
    <span className="text-muted text-small block truncate font-normal">
      {waitingSince !== null && !withBot && (
        <>
          <span className="text-waiting">{t("tickets.waits", { time: waitOf(waitingSince) })}</span>
          {" · "}
        </>
      )}
      {fromMe ? t("contacts.talk.us", { text: words }) : words}
    </span>
  );
}
