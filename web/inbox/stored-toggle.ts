import { effect, type Signal, signal } from "@preact/signals-react";
import { me } from "../session/session.ts";

/** An on/off option, stored on this device for each user. */
export function storedToggle(
  name: string,
  usual: boolean,
): { on: Signal<boolean>; set: (on: boolean) => void } {
  const key = () => `${name}:${me.value?.id ?? 0}`;
  const on = signal(usual);
  effect(() => {
    const stored = localStorage.getItem(key());
    on.value = stored === null ? usual : stored === "on";
  });
  return {
    on,
    set: (next) => {
      on.value = next;
      localStorage.setItem(key(), next ? "on" : "off");
    },
  };
}

/** Whether sending waits a moment, so that the user can undo it. */
export const undoSend = storedToggle("undo", false);

/** Whether Enter alone sends; Ctrl+Enter always does. */
export const enterSends = storedToggle("enterSends", true);
