import { isVisible, nameOf, roleOf, textOf } from "./names.ts";

type Name = string | RegExp;

/** The screen as its user sees it: the topmost dialog, where one is open. */
export const screen = part(() => {
  const dialogs = [...document.querySelectorAll<HTMLElement>("dialog[open]")];
  return dialogs.at(-1) ?? document.body;
});

export type Part = ReturnType<typeof part>;

/** The same within one element, which each call looks up again. */
export function part(root: () => HTMLElement) {
  const all = (role: string, name?: Name) =>
    [...root().querySelectorAll<HTMLElement>("*")].filter(
      (element) =>
        roleOf(element) === role &&
        isVisible(element) &&
        (name === undefined || matches(nameOf(element), name)),
    );

  const controls = (label: Name) =>
    [...root().querySelectorAll<HTMLInputElement>("input,textarea,select")].filter(
      (element) => isVisible(element) && matches(labelOf(element), label),
    );

  const pressed = (name: Name) => pressable.flatMap((role) => all(role, name));

  return {
    all,
    /** The only element of a role and a name, as soon as it exists. */
    find: (role: string, name?: Name) => one(() => all(role, name), `${role} ${name ?? ""}`),
    field: (label: Name) => one(() => controls(label), `field ${label}`),
    text: () => textOf(root()),
    /** Waits until a text is visible. */
    sees: (text: Name) => eventually(() => matchesIn(textOf(root()), text), `to see ${text}`),
    /** Waits until a text is gone. */
    misses: (text: Name) =>
      eventually(() => !matchesIn(textOf(root()), text), `not to see ${text}`),
    /** The innermost part of the page with a role and a text in it. */
    of: (role: string, text: Name) =>
      part(() =>
        only(
          all(role).filter((one) => matchesIn(textOf(one), text)),
          `${role} ${text}`,
        ),
      ),

    async press(name: Name, keys: MouseEventInit = {}) {
      await click(await one(() => pressed(name), `to press ${name}`), keys);
    },
    value: async (label: Name) => (await one(() => controls(label), `field ${label}`)).value,
    /** Types over the value of a field, and stays in it. */
    async fill(label: Name, value: string) {
      await type(await one(() => controls(label), `field ${label}`), value);
    },
    async choose(label: Name, option: string) {
      const select = await one(() => controls(label), `field ${label}`);
      const options = [...(select as unknown as HTMLSelectElement).options];
      const chosen = options.find((each) => textOf(each) === option);
      if (!chosen) throw new Error(`no option ${option}: ${options.map(textOf).join(", ")}`);
      await type(select, chosen.value);
    },
  };
}

/** Clicks like a mouse: the pressed element takes the focus. */
export async function click(element: Element, init: MouseEventInit = {}) {
  const event = { bubbles: true, cancelable: true, composed: true, button: 0, ...init };
  element.dispatchEvent(new PointerEvent("pointerdown", event));
  element.dispatchEvent(new MouseEvent("mousedown", event));
  (element.closest("button,a,input,textarea,select,[tabindex]") as HTMLElement | null)?.focus();
  element.dispatchEvent(new PointerEvent("pointerup", event));
  element.dispatchEvent(new MouseEvent("mouseup", event));
  if (!(element as HTMLButtonElement).disabled)
    element.dispatchEvent(new MouseEvent("click", event));
  await rendered();
}

/** Puts a value into a field, like typing or choosing. */
export async function type(control: Element, value: string) {
  (control as HTMLElement).focus();
  const prototype = Object.getPrototypeOf(control) as object;
  // React replaces the property on the element: only the prototype's setter counts as typing.
  Object.getOwnPropertyDescriptor(prototype, "value")!.set!.call(control, value);
  const event = control.tagName === "SELECT" ? "change" : "input";
  control.dispatchEvent(new Event(event, { bubbles: true }));
  await rendered();
}

/** Leaves the field that has the focus. */
export async function leave() {
  (document.activeElement as HTMLElement | null)?.blur();
  await rendered();
}

/** Presses a key at the focus, with the browser's own effect of Enter and Escape. */
export async function key(key: string, init: KeyboardEventInit = {}) {
  const target = document.activeElement ?? document.body;
  const event = {
    key,
    code: codeOf(key),
    bubbles: true,
    cancelable: true,
    composed: true,
    ...init,
  };
  const goesOn = target.dispatchEvent(new KeyboardEvent("keydown", event));
  if (goesOn && key === "Enter" && target instanceof HTMLInputElement) target.form?.requestSubmit();
  if (goesOn && key === "Enter" && /^(BUTTON|A)$/.test(target.tagName))
    (target as HTMLElement).click();
  if (goesOn && key === "Escape")
    [...document.querySelectorAll("dialog[open]")]
      .at(-1)
      ?.dispatchEvent(new Event("cancel", { cancelable: true }));
  target.dispatchEvent(new KeyboardEvent("keyup", event));
  await rendered();
}

export const focused = () => document.activeElement;

/** Waits until React has drawn the change. */
export const rendered = () => Bun.sleep(0);

/** Looks until a value is there. The error has the text of the screen. */
export async function eventually<Seen>(
  look: () => Seen | false | undefined,
  what: string,
  patience = 15_000,
): Promise<Seen> {
  const until = performance.now() + patience;
  for (;;) {
    const seen = look();
    if (seen !== false && seen !== undefined) return seen;
    if (performance.now() > until)
      throw new Error(
        `waited for ${what}, with this on screen: ${textOf(document.body).slice(0, 3000)}`,
      );
    await Bun.sleep(5);
  }
}

const pressable = [
  "button",
  "link",
  "menuitem",
  "menuitemradio",
  "menuitemcheckbox",
  "option",
  "tab",
  "checkbox",
  "radio",
  "switch",
];

async function one<Matching extends Element>(look: () => Matching[], what: string) {
  await eventually(() => look().length > 0, what);
  return only(look(), what);
}

function only<Matching extends Element>(matching: Matching[], what: string): Matching {
  // The innermost of nested matches.
  const inner = matching.filter(
    (each) => !matching.some((other) => each !== other && each.contains(other)),
  );
  if (inner.length === 1) return inner[0]!;
  throw new Error(
    `${inner.length} for ${what}: ${inner.map((each) => each.outerHTML.slice(0, 200)).join("\n")}`,
  );
}

// A label may also name an optional field.
const labelOf = (control: Element) => nameOf(control).replace(/ \(.*\)$/, "");

const matches = (text: string, name: Name) =>
  typeof name === "string" ? text === name : name.test(text);

const matchesIn = (text: string, name: Name) =>
  typeof name === "string" ? text.includes(name) : name.test(text);

const codeOf = (key: string) => (/^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : key);
