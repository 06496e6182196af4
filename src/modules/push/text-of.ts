import type { Language } from "../../shared/languages.ts";
import type { Notification } from "../notifications/table.ts";
import { words } from "./words.ts";

/** The most characters of a text: all of a push fits into 4 kB, sealed. */
const longest = 300;

/**
 * The words of a notification on a device, and the address in the app that it opens. A company may
 * keep names and words off its people's devices: then it says only that there is something.
 */
export function textOf(
  { kind, ticket, order, whatsapp, byUser, note, text }: Notification,
  language: Language,
  { boxName, isHidden }: { boxName: string; isHidden: boolean },
): { title: string; body: string; path: string } {
  const values: Record<string, string> = {
    box: boxName,
    contact: ticket?.contact.name ?? "",
    text,
    note: note || text,
    by: byUser?.name ?? boxName,
    order: String(order?.number ?? ""),
    connection: whatsapp?.name ?? "",
  };
  // A single pass, so that placeholders within a value stay as they are.
  const say = (template: string) =>
    template
      .replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "")
      .slice(0, longest)
      .toWellFormed();
  const { title, body } = words[isHidden ? "hidden" : kind][language];
  return { title: say(title), body: say(body), path: pathOf() };

  function pathOf() {
    if (ticket) return `/tickets/${ticket.uuid}`;
    if (order) return `/orders/${order.id}`;
    return whatsapp ? "/connections" : "/";
  }
}
