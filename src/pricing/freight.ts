import { folded } from "../shared/search.ts";
import type { DeliveryFeeType } from "../shared/settings.ts";

/**
 * A delivery fee that applies from an order value or from a distance on, or in a district. Cents,
 * and hundredths of a kilometre.
 */
export type FeeTier = {
  saleValue: number | null;
  minKm: number | null;
  neighborhood?: string | null;
  deliveryFee: number;
};

/** Degrees; null when unset. */
export type Coordinates = { latitude: number | null; longitude: number | null };

export type Place = Coordinates & { neighborhood?: string };

/**
 * The fee (cents) of the highest tier that is reached; 0 below the first. Undefined when fees go by
 * distance and a place has no coordinates, or by districts and none is the address's.
 * rules.md#freight
 */
export function freightOf(
  tiers: readonly FeeTier[],
  feeType: DeliveryFeeType,
  goods: number,
  store: Coordinates,
  address: Place,
): number | undefined {
  if (feeType === "neighborhood") return feeOfDistrict(tiers, address.neighborhood ?? "");
  const measured = tiers.flatMap(({ deliveryFee, ...tier }) => {
    const from = feeType === "km" ? tier.minKm : tier.saleValue;
    return from === null ? [] : [{ from, deliveryFee }];
  });
  if (measured.length === 0) return 0;
  const reached = feeType === "km" ? distance(store, address) : goods;
  if (reached === undefined) return undefined;
  const [highest] = measured
    .filter(({ from }) => from <= reached)
    .toSorted((a, b) => b.from - a.from || a.deliveryFee - b.deliveryFee);
  return highest?.deliveryFee ?? 0;
}

/** The lowest fee of a district; 0 where the store has no fees by district. */
function feeOfDistrict(tiers: readonly FeeTier[], neighborhood: string): number | undefined {
  const named = tiers.filter((tier) => tier.neighborhood);
  if (named.length === 0) return 0;
  const fees = named
    .filter((tier) => folded(tier.neighborhood!).trim() === folded(neighborhood).trim())
    .map(({ deliveryFee }) => deliveryFee);
  return fees.length === 0 ? undefined : Math.min(...fees);
}

/**
 * Hundredths of a kilometre as the crow flies (haversine), rounded; undefined where a place has no
 * coordinates.
 */
export function distance(from: Coordinates, to: Coordinates): number | undefined {
  if (
    from.latitude === null ||
    from.longitude === null ||
    to.latitude === null ||
    to.longitude === null
  )
    return undefined;
  const [up, across] = [
    radians(to.latitude - from.latitude) / 2,
    radians(to.longitude - from.longitude) / 2,
  ];
  const half =
    Math.sin(up) ** 2 +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * Math.sin(across) ** 2;
  return Math.round(2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half))) * 100);
}

/** Kilometres, the mean. */
const earthRadius = 6371.0088;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
