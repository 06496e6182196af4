/** Pauses the previous sound or video: only one plays at a time. */
export function playAlone(element: HTMLMediaElement) {
  if (playing !== element) playing?.pause();
  playing = element;
}

let playing: HTMLMediaElement | null = null;
