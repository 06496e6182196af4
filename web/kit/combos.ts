/**
 * A key by its position on the keyboard, with its modifiers; "?" by its character on any layout.
 * Ctrl is ⌘ on a Mac.
 */
export type Combo = { code: string; ctrl?: boolean; alt?: boolean; shift?: boolean };

type KeyPress = Pick<KeyboardEvent, "code" | "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

export const question: Combo = { code: "?" };

export const comboOf = ({ code, ctrlKey, metaKey, altKey, shiftKey }: KeyPress): Combo => ({
  code,
  ctrl: ctrlKey || metaKey,
  alt: altKey,
  shift: shiftKey,
});

export const sameCombo = (one: Combo, other: Combo) =>
  one.code === other.code &&
  !one.ctrl === !other.ctrl &&
  !one.alt === !other.alt &&
  !one.shift === !other.shift;

export const matches = (combo: Combo, press: KeyPress) =>
  combo.code === "?"
    ? press.key === "?" && !press.ctrlKey && !press.altKey && !press.metaKey
    : sameCombo(combo, comboOf(press));

/** Whether a key is only a modifier of another one. */
export const isModifier = ({ code }: Pick<Combo, "code">) =>
  /^(Control|Alt|Shift|Meta|OS|CapsLock|Fn)/.test(code) || code === "";

/** The reason why a combination cannot be a shortcut; undefined if it can. */
export function unsuitable(combo: Combo): "single" | "altGr" | "reserved" | undefined {
  const { code, ctrl, alt, shift } = combo;
  // WCAG 2.1.4: a single letter would fire while the user types or dictates.
  if (!ctrl && !alt && !/^F\d+$/.test(code)) return "single";
  if (ctrl && alt) return "altGr";
  if (
    ["Tab", "Escape", "Enter", "Space", "Backspace", "Delete"].includes(code) ||
    code.startsWith("Arrow")
  )
    return "reserved";
  // Users rely on what browsers and text fields do with these combinations.
  if (ctrl && !shift && editingKeys.includes(code)) return "reserved";
  if (ctrl && browserKeys.includes(code)) return "reserved";
  return undefined;
}

/** The labels of a combination's keys. */
export function keyNames({ code, ctrl, alt, shift }: Combo): string[] {
  return [
    ctrl && (mac ? "⌘" : "Ctrl"),
    alt && (mac ? "⌥" : "Alt"),
    shift && "Shift",
    code.replace(/^(Key|Digit)/, "").replace("Numpad", "Num "),
  ].filter((part) => typeof part === "string");
}

const editingKeys = ["KeyA", "KeyB", "KeyC", "KeyI", "KeyP", "KeyS", "KeyY"];
const browserKeys = [
  "KeyN",
  "KeyQ",
  "KeyR",
  "KeyT",
  "KeyV",
  "KeyW",
  "KeyX",
  "KeyZ",
  "Digit0",
  "Minus",
  "Equal",
];
const mac = typeof navigator !== "undefined" && /mac/i.test(navigator.platform);
