import type { WACallEvent } from "@whiskeysockets/baileys";
import type { ChannelHandlers } from "../channel.ts";
import { person } from "./identifiers.ts";

/** The calls that ring. Each is reported once, when it no longer rings and was not answered. */
export class RingingCalls {
  readonly #ringing = new Map<string, WACallEvent>();

  constructor(private readonly handlers: ChannelHandlers) {}

  changed({ id, from, callerPn, chatId, status, isVideo, isGroup, date }: WACallEvent) {
    if (status === "offer")
      this.#ringing.set(id, {
        id,
        from,
        callerPn,
        chatId,
        status,
        isVideo,
        isGroup,
        date,
      } as WACallEvent);
    const rang = this.#ringing.get(id);
    if (!rang || status === "offer" || status === "ringing") return;
    if (!["timeout", "terminate", "reject", "accept"].includes(status)) return;
    this.#ringing.delete(id);
    if (status === "accept") return;
    const caller = person("", rang.callerPn, rang.from, rang.chatId);
    if (caller.ids.length > 0)
      this.handlers.onCall({
        id,
        from: caller,
        video: rang.isVideo ?? false,
        group: rang.isGroup ?? false,
        at: rang.date.getTime(),
      });
  }
}
