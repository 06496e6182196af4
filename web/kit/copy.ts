/**
 * Copies a text to the clipboard. False when the browser refuses. Outside a secure context, as on a
 * shop's LAN address, with execCommand.
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
  // Under an open dialog nothing can be selected.
  (document.querySelector("dialog[open]:last-of-type") ?? document.body).append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
