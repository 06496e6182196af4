import { PhoneMissed, VideoOff } from "lucide-react";
import { time } from "../../kit/text.ts";
import type { MessageBubble } from "../bubble.ts";

/** A missed call: a line across the conversation. */
export function Call({ bubble, isTarget }: { bubble: MessageBubble; isTarget: boolean }) {
  const Icon = /v[ií]deo/i.test(bubble.body) ? VideoOff : PhoneMissed;
  return (
    <li
      data-message={bubble.id ?? undefined}
      data-bubble={bubble.key}
      data-target={isTarget || undefined}
      tabIndex={-1}
      className={`bg-base-100 text-small mx-auto my-2 flex w-fit max-w-full items-center gap-2 rounded-full border px-3 py-1 ${isTarget ? "border-primary" : "border-line"}`}
    >
      <Icon size={15} aria-hidden className="text-error shrink-0" />
      <span className="min-w-0 break-words">{bubble.body}</span>
      {!/\d\d:\d\d/.test(bubble.body) && <time dateTime={bubble.at}>{time(bubble.at)}</time>}
    </li>
  );
}
