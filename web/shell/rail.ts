import { signal } from "@preact/signals-react";

type Wish = Record<string, boolean>;

const wish = signal<Wish>(stored());

/** Whether the menu is a rail: as it was last set, else so that the tickets get the room. */
export function isRail(room: string, wide: boolean) {
  return wish.value[kind(room)] ?? (!wide || kind(room) === "tickets");
}

export function setRail(room: string, rail: boolean) {
  wish.value = { ...wish.value, [kind(room)]: rail };
  localStorage.setItem("menuRail", JSON.stringify(wish.value));
}

const kind = (room: string) => (room === "tickets" ? "tickets" : "pages");

function stored(): Wish {
  try {
    return JSON.parse(localStorage.getItem("menuRail") ?? "{}") as Wish;
  } catch {
    return {};
  }
}
