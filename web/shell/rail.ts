import { signal } from "@preact/signals-react";

type RailChoice = Record<string, boolean>;

const railChoice = signal<RailChoice>(stored());

/** Whether the menu is a rail: as it was last set, else so that the tickets get the section. */
export function isRail(section: string, wide: boolean) {
  return railChoice.value[kind(section)] ?? (!wide || kind(section) === "tickets");
}

export function setRail(section: string, rail: boolean) {
  railChoice.value = { ...railChoice.value, [kind(section)]: rail };
  localStorage.setItem("menuRail", JSON.stringify(railChoice.value));
}

const kind = (section: string) => (section === "tickets" ? "tickets" : "pages");

function stored(): RailChoice {
  try {
    return JSON.parse(localStorage.getItem("menuRail") ?? "{}") as RailChoice;
  } catch {
    return {};
  }
}
