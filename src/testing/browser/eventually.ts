/** Looks until a value is there, at most `within` ms. Use it for changes without an event. */
export async function eventually<Seen>(
  look: () => Seen | undefined | Promise<Seen | undefined>,
  what: string,
  within = 15_000,
): Promise<Seen> {
  const until = performance.now() + within;
  for (;;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    if (performance.now() > until) throw new Error(`waited ${within} ms for ${what}`);
    await Bun.sleep(15);
  }
}
