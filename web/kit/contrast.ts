/** A text colour with a contrast of at least 4.5 on a user's colour. Takes #rgb or #rrggbb. */
export function textColorOn(color: string): "#111" | "#000" | "#fff" {
  if (contrast(color, "#ffffff") >= 4.5) return "#fff";
  return contrast(color, "#111111") >= 4.5 ? "#111" : "#000";
}

/** WCAG contrast of two colours, 1 to 21. */
export function contrast(one: string, other: string) {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string) {
  const [red, green, blue] = channels(color).map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string) {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color);
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(color);
  if (short) return short.slice(1).map((digit) => Number.parseInt(digit + digit, 16));
  if (long) return long.slice(1).map((pair) => Number.parseInt(pair, 16));
  return [128, 128, 128];
}
