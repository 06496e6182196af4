import { Window } from "happy-dom";

/**
 * Gives this test file a browser's document, storage and location. Import it first: modules of
 * `web` read them as they load. Each test file has its own globals, so tests of the server get
 * none.
 */
export const page = new Window({ url: "http://localhost/", width: 1280, height: 800 });

// Calls and sockets stay Bun's and reach the real app. Events must have the document's own class.
const replaced = new Set([
  "Event",
  "CustomEvent",
  "EventTarget",
  "navigator",
  "addEventListener",
  "removeEventListener",
  "dispatchEvent",
]);
const left = new Set(["constructor", "window", "self", "top", "parent", "frames"]);

const names = new Set([
  ...Object.getOwnPropertyNames(page),
  ...Object.getOwnPropertyNames(Object.getPrototypeOf(page)),
]);
for (const name of names) {
  if (left.has(name) || (name in globalThis && !replaced.has(name))) continue;
  const value: unknown = Reflect.get(page, name);
  const isMethod = typeof value === "function" && /^[a-z]/.test(name);
  Object.defineProperty(globalThis, name, {
    configurable: true,
    ...(isMethod
      ? { writable: true, value: value.bind(page) as unknown }
      : {
          get: () => Reflect.get(page, name) as unknown,
          set: (next: unknown) => void Reflect.set(page, name, next),
        }),
  });
}
Object.assign(globalThis, { window: globalThis, isSecureContext: true });

/** A panel over the page opens and closes as in a browser; this document lacks it. */
const open = new WeakSet<HTMLElement>();
Object.assign(HTMLElement.prototype, {
  showPopover(this: HTMLElement) {
    toggle(this, true);
  },
  hidePopover(this: HTMLElement) {
    toggle(this, false);
  },
  togglePopover(this: HTMLElement) {
    toggle(this, !open.has(this));
  },
});

export const isOpenPopover = (element: Element) => open.has(element as HTMLElement);

function toggle(panel: HTMLElement, opens: boolean) {
  if (opens === open.has(panel)) return;
  const states = opens ? ["closed", "open"] : ["open", "closed"];
  if (opens) open.add(panel);
  else open.delete(panel);
  panel.dispatchEvent(
    Object.assign(new Event("toggle"), { oldState: states[0], newState: states[1] }),
  );
}

document.addEventListener("click", ({ target }) => {
  const button = (target as Element).closest("button[popovertarget]");
  const panel = button && document.getElementById(button.getAttribute("popovertarget")!);
  panel?.togglePopover();
});

// React checks for this property before it listens to typing.
Object.assign(document, { oninput: null });
