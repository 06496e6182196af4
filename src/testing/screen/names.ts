import { isOpenPopover } from "./dom.ts";

const roles: Record<string, string> = {
  a: "link",
  article: "article",
  button: "button",
  dialog: "dialog",
  h1: "heading",
  h2: "heading",
  h3: "heading",
  img: "img",
  li: "listitem",
  main: "main",
  nav: "navigation",
  ol: "list",
  option: "option",
  select: "combobox",
  td: "cell",
  textarea: "textbox",
  tr: "row",
  ul: "list",
};
const inputRoles: Record<string, string> = {
  checkbox: "checkbox",
  number: "spinbutton",
  radio: "radio",
  range: "slider",
  search: "searchbox",
};

/** The role under which a screen reader announces an element. */
export function roleOf(element: Element): string {
  const own = element.getAttribute("role");
  if (own) return own;
  const tag = element.tagName.toLowerCase();
  if (tag === "input") return inputRoles[(element as HTMLInputElement).type] ?? "textbox";
  return roles[tag] ?? "";
}

/** The name under which a screen reader announces an element. */
export function nameOf(element: Element): string {
  const by = element.getAttribute("aria-labelledby");
  if (by)
    return by
      .split(" ")
      .map((id) => textOf(document.getElementById(id)))
      .join(" ");
  const label = element.getAttribute("aria-label");
  if (label) return label;
  if (isControl(element)) {
    const labels = element.id && document.querySelector(`label[for="${CSS.escape(element.id)}"]`);
    const own = labels || element.closest("label");
    return own ? textOf(own) : (element.getAttribute("placeholder") ?? "");
  }
  return textOf(element) || (element.getAttribute("alt") ?? element.getAttribute("title") ?? "");
}

/** The text of an element that is visible, with single spaces. */
export function textOf(node: Node | null): string {
  return raw(node).replace(/\s+/g, " ").trim();
}

function raw(node: Node | null): string {
  if (!node) return "";
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? "";
  if (!(node instanceof Element)) return "";
  if (node.getAttribute("aria-hidden") === "true" || isHidden(node) || isControl(node)) return "";
  if (node.getAttribute("role") === "img") return node.getAttribute("aria-label") ?? "";
  if (node instanceof HTMLImageElement) return node.alt;
  return [...node.childNodes].map(raw).join(isBlock(node) ? " " : "");
}

/** Whether an element and all around it are visible. */
export function isVisible(element: Element | null): boolean {
  for (let at = element; at; at = at.parentElement) if (isHidden(at)) return false;
  return element?.isConnected ?? false;
}

// It reads attributes and classes alone, at the width of a desk: the test loads no style sheet.
function isHidden(element: Element) {
  if (element.hasAttribute("hidden")) return true;
  if (element.tagName === "DIALOG" && !element.hasAttribute("open")) return true;
  if (element.hasAttribute("popover") && !isOpenPopover(element)) return true;
  const classes = [...element.classList];
  const wide = classes.filter((name) =>
    /^(sm|md|lg|xl):(hidden|flex|block|grid|inline)/.test(name),
  );
  return wide.length > 0 ? wide.at(-1)!.endsWith(":hidden") : classes.includes("hidden");
}

const isControl = (element: Element) => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName);
const isBlock = (element: Element) => !/^(SPAN|B|I|EM|STRONG|A|MARK|TIME)$/.test(element.tagName);
