/** Brazil's time zones by the place names that people use there. */
const brazilian: Record<string, string> = {
  "America/Sao_Paulo": "São Paulo",
  "America/Manaus": "Manaus",
  "America/Cuiaba": "Cuiabá",
  "America/Campo_Grande": "Campo Grande",
  "America/Belem": "Belém",
  "America/Fortaleza": "Fortaleza",
  "America/Recife": "Recife",
  "America/Maceio": "Maceió",
  "America/Bahia": "Salvador",
  "America/Araguaina": "Araguaína",
  "America/Santarem": "Santarém",
  "America/Boa_Vista": "Boa Vista",
  "America/Porto_Velho": "Porto Velho",
  "America/Rio_Branco": "Rio Branco",
  "America/Eirunepe": "Eirunepé",
  "America/Noronha": "Fernando de Noronha",
};

/**
 * São Paulo (GMT−3): a zone of the tz database by its place, with its offset at an instant (epoch
 * ms).
 */
export const zoneName = (zone: string, at: number) => `${placeOf(zone)} (${offsetOf(zone, at)})`;

export const brazilianZones = Object.keys(brazilian);

/** All other time zones of this browser, by region. */
export function otherZones(): [region: string, zones: string[]][] {
  const all = Intl.supportedValuesOf("timeZone").filter(
    (zone) => !(zone in brazilian) && regions.includes(regionOf(zone)),
  );
  return [
    ...Map.groupBy(
      all.toSorted((one, other) => placeOf(one).localeCompare(placeOf(other))),
      regionOf,
    ),
  ].toSorted(([one], [other]) => regions.indexOf(one) - regions.indexOf(other));
}

/** `settings.zones.{region}` names each. */
const regions = [
  "America",
  "Europe",
  "Africa",
  "Asia",
  "Atlantic",
  "Australia",
  "Indian",
  "Pacific",
  "Antarctica",
  "Arctic",
];
const regionOf = (zone: string) => zone.split("/")[0]!;

/** Buenos Aires for America/Argentina/Buenos_Aires. */
const placeOf = (zone: string) => brazilian[zone] ?? zone.split("/").at(-1)!.replaceAll("_", " ");

function offsetOf(zone: string, at: number): string {
  const name =
    new Intl.DateTimeFormat("en", { timeZone: zone, timeZoneName: "shortOffset" })
      .formatToParts(at)
      .find(({ type }) => type === "timeZoneName")?.value ?? "GMT";
  return name.replace(/\+0$/, "").replace("-", "−");
}
