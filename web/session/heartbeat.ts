/** The interval of checks, and the longest silence, in ms. */
const checkInterval = 750;
const silenceLimit = 4000;

type Options = {
  /** Sends a ping. */
  ask(): void;
  /** Called once after too long a silence, with its start (by `now`). */
  lost(since: number): void;
  now?: () => number;
};

/**
 * Watches a connection. After a silence it pings; after a longer silence the connection counts as
 * lost, though nothing has closed it. `check` also runs on a timer.
 */
export function heartbeat({ ask, lost, now = () => performance.now() }: Options) {
  let heardAt = now();
  let checkedAt = heardAt;
  let isForgiven = false;
  const timer = setInterval(check, checkInterval);
  return {
    check,
    onFrame() {
      heardAt = now();
      isForgiven = false;
    },
    stop: () => clearInterval(timer),
  };

  function check() {
    const at = now();
    const isLate = at - checkedAt > 2 * checkInterval;
    checkedAt = at;
    // A page that slept or was blocked has not read its arrived frames, so it waits longer, but
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
