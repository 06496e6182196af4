import { PhoneMissed, VideoOff } from "lucide-react";
import { time } from "../../../../kit/text.ts";
import type { Said } from "../timeline.ts";

/** A call that nobody took: a line across the conversation. */
export function Call({ said, sought }: { said: Said; sought: boolean }) {
  const Icon = /v[ií]deo/i.test(said.body) ? VideoOff : PhoneMissed;
  return (
    <li data-message={said.id ?? undefined} data-said={said.key} data-sought={sought || undefined} tabIndex={-1} className={`bg-base-100 text-small mx-auto my-2 flex w-fit max-w-full items-center gap-2 rounded-full border px-3 py-1 ${sought ? "border-primary" : "border-line"}`}>
      <Icon size={15} aria-hidden className="text-error shrink-0" />
      <span className="min-w-0 break-words">{said.body}</span>
      {!/\d\d:\d\d/.test(said.body) && <time dateTime={said.at}>{time(said.at)}</time>}
    </li>
  );
}
