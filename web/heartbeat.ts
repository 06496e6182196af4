/** How often a line is looked at, and how long it may be silent; ms. */
const lookEvery = 750;
const patience = 4000;

type Ways = {
  /** Something that is answered at once. */
  ask(): void;
  /** Silent for too long, since when (by `now`). Said once. */
  lost(since: number): void;
  now?: () => number;
};

/** Watches a line: whoever is silent is asked, and whoever stays silent is gone, though nothing was closed. `look` is called by itself. */
export function heartbeat({ ask, lost, now = () => performance.now() }: Ways) {
  let heardAt = now();
  let lookedAt = heardAt;
  let isForgiven = false;
  const timer = setInterval(look, lookEvery);
  return {
    look,
    heard() {
      heardAt = now();
      isForgiven = false;
    },
    stop: () => clearInterval(timer),
  };

  function look() {
    const at = now();
    const isLate = at - lookedAt > 2 * lookEvery;
    lookedAt = at;
    // A page that slept or was held up has not heard what came meanwhile: it asks once more, and no more than once.
    if (isLate && !isForgiven) {
      isForgiven = true;
      heardAt = Math.max(heardAt, at - patience / 2);
    }
    if (at - heardAt >= patience) {
      clearInterval(timer);
      return lost(heardAt);
    }
    if (at - heardAt >= lookEvery / 2) ask();
  }
}
