/** Pauses what played until now: only one sound or video plays at a time. */
export function playAlone(element: HTMLMediaElement) {
  if (playing !== element) playing?.pause();
  playing = element;
}

let playing: HTMLMediaElement | null = null;
