const gap = 6;
const edge = 8;

/** Where a panel goes that its button opened: below it, or above where there is no room, and whole on the screen. */
export function beside(button: HTMLElement, panel: HTMLElement, align: "start" | "end" = "start") {
  const around = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = around.bottom + gap;
  const left = align === "end" ? around.right - width : around.left;
  const top = below + height > innerHeight - edge && around.top > height ? around.top - height - gap : below;
  return { left: Math.max(edge, Math.min(innerWidth - width - edge, left)), top: Math.max(edge, Math.min(innerHeight - height - edge, top)) };
}
