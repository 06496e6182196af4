const oneInstalment = "The other branch gives one instalment too.";
const bothExact = "Both ways to a share are exact there; the first is the quick one.";

/**
 * Mutants that may survive, each with the reason. The name is the one that `bun run mutants` prints:
 * file, declaration, and the code before and after.
 */
export const allowed: Record<string, string> = {
  "src/pricing/freight.ts distance: Math.min(1, Math.sqrt(half)) → Math.min(2, Math.sqrt(half))":
    "A guard against rounding: of 30 million opposite places none needed it.",
  "src/pricing/quote.ts itemsOf: asked >= 1 → asked >= 0":
    "No pieces count as none by either branch.",
  "src/pricing/quote.ts paymentOf: cart.installments >= 1 → cart.installments > 1": oneInstalment,
  "src/pricing/quote.ts paymentOf: cart.installments >= 1 → cart.installments >= 2": oneInstalment,
  "src/pricing/quote.ts paymentOf: nt?.change ? cart.changeFor : 0 → nt?.change ? cart.changeFor : (-1)":
    "Change counts above 0 alone.",
  "src/pricing/quote.ts paymentOf: changeFor > total → changeFor >= total":
    "The exact amount leaves no change by either branch.",
  "src/pricing/rounding.ts share: without if (product <= Number.MAX_SAFE_INTEGER / 4) return Math.floor((2 * product + whole) /":
    bothExact,
  "src/pricing/rounding.ts share: product <= Number.MAX_SAFE_INTEGER / 4 → product < Number.MAX_SAFE_INTEGER / 4":
    bothExact,
  "src/pricing/rounding.ts share: Number.MAX_SAFE_INTEGER / 4 → Number.MAX_SAFE_INTEGER / 5":
    bothExact,
  "src/pricing/rounding.ts share: Number.MAX_SAFE_INTEGER / 4 → Number.MAX_SAFE_INTEGER / 3":
    bothExact,
};
