import type { TypingState } from "../../shared/states.ts";
import type { ChannelHandlers } from "../channel.ts";
import { Cache } from "../cache.ts";
import { jidOf } from "./identifiers.ts";
import type { typingOf } from "./receipts.ts";

/**
 * How often continued typing is reported, and how long after its last sign it counts as stopped;
 * ms.
 */
const typingAgain = 5000;
const typingLimit = 60_000;

/** Reports who types. Phones repeat "composing", and may go offline without "paused". */
export class TypingReports {
  readonly #typing = new Cache(typingLimit, 1000);

  constructor(private readonly handlers: ChannelHandlers) {}

  changed(typing: ReturnType<typeof typingOf>) {
    if (!typing) return;
    const { from, state } = typing;
    const last = this.#typing.get<{ state: TypingState; at: number }>(jidOf(from));
    const at = Date.now();
    if (state === (last?.state ?? "paused") && (!last || at - last.at < typingAgain)) return;
    if (state === "paused") this.#typing.del(jidOf(from));
    else this.#typing.set(jidOf(from), { state, at });
    this.handlers.onTyping([from], state);
  }
}
