export type Place = {
  address: string | null;
  number: string | null;
  neighborhood: string | null;
  city: string | null;
  state: string | null;
  latitude: number | null;
  longitude: number | null;
};

/** The URL of a map at a place, or that looks for its address; empty where it has neither. */
export function placeUrl(place: Place): string {
  const { address, number, neighborhood, city, state, latitude, longitude } = place;
  const words = [address, number, neighborhood, city, state].filter(Boolean).join(", ");
  const query = latitude !== null && longitude !== null ? `${latitude},${longitude}` : words;
  return query && `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(query)}`;
}
