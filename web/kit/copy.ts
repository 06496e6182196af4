/**
 * Copies a text to the clipboard. False when the browser refuses. On plain http pages, such as a
 * shop's LAN address, it uses execCommand.
 */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
  const area = document.createElement("textarea");
  const before = document.activeElement;
  area.value = text;
  area.setAttribute("aria-hidden", "true");
  area.className = "sr-only";
  // Text outside an open dialog cannot be selected.
  (document.querySelector("dialog[open]:last-of-type") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
