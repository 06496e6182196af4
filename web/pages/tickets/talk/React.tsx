import { Plus, SmilePlus } from "lucide-react";
import { useState } from "react";
import { Dialog } from "../../../kit/Dialog.tsx";
import { Menu } from "../../../kit/Menu.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { quickEmojis, react } from "../../../inbox/message-actions.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import { EmojiPanel } from "../../../parts/writing/EmojiPanel.tsx";
import { recentEmojis, rememberEmoji } from "../../../parts/writing/emojis.ts";

type Props = { bubble: MessageBubble; ticketId: number };

/** The emojis in one row. */
const maxOffered = 7;

/** Reacts to a message in one click: recent emojis, the usual ones, or any other. */
export function ReactButton({ bubble, ticketId, className }: Props & { className: string }) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const choose = (emoji: string) => {
    rememberEmoji(emoji);
    setPicking(false);
    void react(ticketId, bubble, emoji);
  };
  return (
    <>
      <Menu
        name="react"
        label={t("messages.menu.react")}
        header={<EmojiRow bubble={bubble} ticketId={ticketId} />}
        items={[
          { label: t("messages.menu.moreEmojis"), icon: Plus, onSelect: () => setPicking(true) },
        ]}
        align={bubble.mine ? "end" : "start"}
        className={className}
      >
        <SmilePlus size={18} aria-hidden />
      </Menu>
      {isPicking && (
        <Dialog title={t("messages.menu.react")} onClose={() => setPicking(false)}>
          <div className="h-96 max-h-[60dvh]">
            <EmojiPanel onChoose={choose} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** The first emojis to react with: our own, the recent ones, and the usual ones. */
export function EmojiRow({ bubble, ticketId }: Props) {
  const { t } = useTranslation();
  const own = bubble.reactions.find(({ fromMe }) => fromMe)?.emoji;
  // Offer our current emoji too, so that a reaction from the phone can be taken back.
  const usual: string[] = own ? [own, ...quickEmojis] : [...quickEmojis];
  const fresh = recentEmojis().filter((emoji) => !usual.includes(emoji));
  const offered = [...new Set([...usual, ...fresh])].slice(0, maxOffered);
  return (
    <div role="group" aria-label={t("messages.menu.react")} className="-mx-1.5 flex">
      {offered.map((emoji) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          aria-checked={emoji === own}
          tabIndex={-1}
          aria-label={t(emoji === own ? "messages.menu.unreact" : "messages.menu.reactWith", {
            emoji,
          })}
          className={`hover:bg-hover focus-visible:bg-hover grid size-9 cursor-pointer place-items-center rounded-full text-xl outline-none ${emoji === own ? "bg-primary/20" : ""}`}
          onClick={() => {
            rememberEmoji(emoji);
            void react(ticketId, bubble, emoji);
          }}
        >
          {emoji}
        </button>
      ))}
    </div>
  );
}
