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
    const kept = localStorage.getItem(key());
    on.value = kept === null ? usual : kept === "on";
  });
  return {
    on,
    set: (wanted) => {
      on.value = wanted;
      localStorage.setItem(key(), wanted ? "on" : "off");
    },
  };
}

/** Whether sending waits a moment, so that the user can undo it. */
export const undoSend = storedToggle("undo", true);

/** Whether Enter alone sends; Ctrl+Enter always does. */
export const enterSends = storedToggle("enterSends", true);
