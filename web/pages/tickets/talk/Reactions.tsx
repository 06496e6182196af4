import { useTranslation } from "../../../kit/text.ts";
import { react } from "../../../inbox/message-actions.ts";
import { groupReactions, type MessageBubble } from "../../../messages/bubble.ts";

/** The reactions on the edge of a bubble. A click adds the same emoji, or removes our own. */
export function Reactions({
  bubble,
  ticketId,
  fixed,
}: {
  bubble: MessageBubble;
  ticketId: number;
  fixed: boolean;
}) {
  const { t } = useTranslation();
  if (bubble.reactions.length === 0) return null;
  return (
    <ul
      className={`relative z-1 -mt-2 flex flex-wrap gap-1 px-2 ${bubble.mine ? "justify-end" : ""}`}
    >
      {groupReactions(bubble.reactions).map(({ emoji, mine, names, count }) => {
        const who = [
          ...names,
          ...(mine ? [t("messages.you")] : []),
          ...Array<string>(count - names.length - Number(mine)).fill(t("common.someone")),
        ].join(", ");
        const className = `text-small flex h-6 items-center gap-1 rounded-full border px-2 ${mine ? "bg-bubble border-primary" : "bg-base-100 border-line"}`;
        const inside = (
          <>
            <span aria-hidden>{emoji}</span>
            {count > 1 && <span className="tabular text-base-content/75">{count}</span>}
          </>
        );
        return (
          <li key={emoji}>
            {fixed ? (
              <span title={who} className={className}>
                <span className="sr-only">{`${emoji} ${who}`}</span>
                {inside}
              </span>
            ) : (
              <button
                type="button"
                title={who}
                aria-label={`${emoji} ${who}`}
                aria-pressed={mine}
                className={`${className} cursor-pointer`}
                onClick={() => void react(ticketId, bubble, emoji)}
              >
                {inside}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
