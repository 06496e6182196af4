const gap = 6;
const edge = 8;

/**
 * Places a panel at the button that opens it: below, above where there is no room, or to its right.
 * The panel stays entirely on the screen.
 */
export function panelPosition(
  button: HTMLElement,
  panel: HTMLElement,
  align: "start" | "end" | "beside" = "start",
) {
  const buttonBox = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = panel;
  const below = buttonBox.bottom + gap;
  const left = {
    start: buttonBox.left,
    end: buttonBox.right - width,
    beside: buttonBox.right + gap,
  }[align];
  const top =
    align === "beside"
      ? buttonBox.top
      : below + height > innerHeight - edge && buttonBox.top > height
        ? buttonBox.top - height - gap
        : below;
  return {
    left: Math.max(edge, Math.min(innerWidth - width - edge, left)),
    top: Math.max(edge, Math.min(innerHeight - height - edge, top)),
  };
}
