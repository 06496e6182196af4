/** How often the connection is checked, and how long it may be silent; ms. */
const checkInterval = 750;
const silenceLimit = 4000;

type Options = {
  /** Sends a ping. */
  ask(): void;
  /** Silent for too long, since when (by `now`). Called once. */
  lost(since: number): void;
  now?: () => number;
};

/**
 * Watches a connection: after silence it pings, and after more silence the connection counts as
 * lost, though nothing was closed. `check` is called by itself.
 */
export function heartbeat({ ask, lost, now = () => performance.now() }: Options) {
  let heardAt = now();
  let checkedAt = heardAt;
  let isForgiven = false;
  const timer = setInterval(check, checkInterval);
  return {
    check,
    heard() {
      heardAt = now();
      isForgiven = false;
    },
    stop: () => clearInterval(timer),
  };

  function check() {
    const at = now();
    const isLate = at - checkedAt > 2 * checkInterval;
    checkedAt = at;
    // A page that slept or was blocked has not read what arrived meanwhile: it waits once more, but
    // only once.
    if (isLate && !isForgiven) {
      isForgiven = true;
      heardAt = Math.max(heardAt, at - silenceLimit / 2);
    }
    if (at - heardAt >= silenceLimit) {
      clearInterval(timer);
      return lost(heardAt);
    }
    if (at - heardAt >= checkInterval / 2) ask();
  }
}
