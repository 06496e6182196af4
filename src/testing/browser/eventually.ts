/**
 * Looks until there is something to see, at most `within` ms. For what tells nobody when it
 * happens.
 */
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
