/**
 * Focuses the composer once the dialog or menu above it is gone, which gives the focus to its
 * opener first. A touch screen would show its keyboard.
 */
export function backToComposer() {
  if (matchMedia("(pointer: coarse)").matches) return;
  requestAnimationFrame(() =>
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>("[data-composer]:not(:disabled)")?.focus(),
    ),
  );
}
