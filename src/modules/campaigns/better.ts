/** Of a normal distribution: 95 of 100 lie within. */
const z = 1.96;

type Tried = { variant: number; sent: number; buyers: number };

/**
 * The variant that more people bought after than after each other. Each interval of a difference
 * must lie above zero. Null without such a variant. rules.md#campaign-money
 */
export function betterOf(variants: Tried[]): number | null {
  const tried = variants.filter(({ sent }) => sent > 0);
  if (tried.length < 2) return null;
  const best = tried.find((one) =>
    tried.every((other) => other === one || lowestDifference(one, other) > 0),
  );
  return best?.variant ?? null;
}

/** The lower end of the difference of two shares (Newcombe's interval). */
export function lowestDifference(one: Omit<Tried, "variant">, other: Omit<Tried, "variant">) {
  const [a, b] = [shareOf(one), shareOf(other)];
  return a.share - b.share - Math.hypot(a.share - a.low, b.high - b.share);
}

// Wilson's interval of a share, which also holds for a few of few.
function shareOf({ sent, buyers }: Omit<Tried, "variant">) {
  const share = Math.min(1, buyers / sent);
  const middle = share + (z * z) / (2 * sent);
  const width = z * Math.sqrt((share * (1 - share)) / sent + (z * z) / (4 * sent * sent));
  const scale = 1 + (z * z) / sent;
  return { share, low: (middle - width) / scale, high: (middle + width) / scale };
}
