import { signal } from "@preact/signals-react";
import { me } from "../../session.ts";

const key = () => `signature:${me.peek()?.id ?? 0}`;

/** Whether messages begin with one's name. Remembered on this device. */
export const signed = signal(localStorage.getItem(key()) === "on");

export function setSigned(wanted: boolean) {
  signed.value = wanted;
  localStorage.setItem(key(), wanted ? "on" : "off");
}

/** What stands before the text. doc 4 §1.2 */
export const signature = () => (signed.peek() ? `*${me.peek()?.name ?? ""}:*\n` : "");
