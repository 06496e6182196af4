/** Of all that plays, one at a time: what played until now pauses. */
export function playAlone(element: HTMLMediaElement) {
  if (playing !== element) playing?.pause();
  playing = element;
}

let playing: HTMLMediaElement | null = null;
