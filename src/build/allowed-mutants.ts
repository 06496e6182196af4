const oneInstalment = "The other branch gives one instalment too.";
const bothExact = "Both ways to a share are exact there; the first is the quick one.";

const sameWithout = "A quick way out: the code below it comes to the same.";
const withinASecond = "An end within hours is exact to the second, and this changes it by less.";
const noRemainder = "A remainder of a division by 0 is no number, so it is never 0.";
const bothZero = "Nothing is written alike by both branches.";
const neverNull = "An answer is missed after a menu alone, which has its time.";
const nothingThere = "It looks at one day more, on which there is nothing to find.";

/**
 * Mutants that may survive, each with the reason. The name is the one that `bun run mutants` prints:
 * file, declaration, and the code before and after.
 */
export const allowed: Record<string, string> = {
  "src/pricing/freight.ts distance: Math.min(1, Math.sqrt(half)) → Math.min(2, Math.sqrt(half))":
    "A guard against rounding: of 30 million opposite places none needed it.",
  "src/pricing/items.ts limitOf: t.productId)?.price?.stock ?? 0 → t.productId)?.price?.stock ?? (-1)":
    "Less than nothing counts as nothing.",
  "src/pricing/quote.ts granted: subTotal <= saved.subTotal → subTotal < saved.subTotal":
    "Of an equal subtotal both branches give the saved discount.",
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
  "src/attendance/menu.ts missed: state.memory.askedAt ?? 0 → state.memory.askedAt ?? 1": neverNull,
  "src/attendance/menu.ts missed: state.memory.askedAt ?? 0 → state.memory.askedAt ?? (-1)":
    neverNull,
  "src/pacing/forecast.ts forecastEnd: day = 0 → day = (-1)": nothingThere,
  "src/pacing/forecast.ts forecastEnd: Math.max(0, to - from) → Math.max(1, to - from)":
    "No message fits into a millisecond.",
  "src/pacing/forecast.ts meanInterval: most <= leastInterval → most < leastInterval":
    "At the least interval the mean is that interval by either branch.",
  "src/pacing/forecast.ts endWithin: high - low > 1000 → high - low >= 1000": withinASecond,
  "src/pacing/forecast.ts endWithin: high - low > 1000 → high - low > 1001": withinASecond,
  "src/pacing/forecast.ts endWithin: high - low > 1000 → high - low > 999": withinASecond,
  "src/pacing/forecast.ts endWithin: Math.floor((low + high) / 2) → Math.ceil((low + high) / 2)":
    withinASecond,
  "src/pacing/forecast.ts endWithin: openTime(hours, from, middle) >= needed → openTime(hours, from, middle) > needed":
    withinASecond,
  "src/pacing/pace.ts interval: longerIntervalAfter > 0 → longerIntervalAfter >= 0": noRemainder,
  "src/pacing/pace.ts interval: longerIntervalAfter > 0 → longerIntervalAfter > (-1)": noRemainder,
  'src/shared/carts.ts cartIn: y .split("\\n") .slice(1) → y .split("\\n") .slice(0)':
    "The first line begins with the sign of a cart, so it is no product.",
  "src/shared/cpf.ts isCpf: text.slice(0, 10) → text.slice(1, 10)":
    "The first digit weighs 11, which is nothing modulo 11.",
  "src/shared/ean.ts isEan: total + Number(digit) * (index % 2 == → total - Number(digit) * (index % 2 ==":
    "A sum below zero ends with the same digit.",
  "src/shared/hours.ts hoursAt: without if (!opensEver(week, holidays)) return { open: false, since: 0 };":
    sameWithout,
  "src/shared/hours.ts hoursAt: days = 0 → days = (-1)": nothingThere,
  "src/shared/hours.ts nextOpening: without if (!opensEver(week, holidays)) return undefined;":
    sameWithout,
  "src/shared/hours.ts nextOpening: days = 0 → days = (-1)": nothingThere,
  "src/shared/hours.ts openTime: days: 1 → days: 2": nothingThere,
  "src/shared/hours.ts openTime: ends <= begins → ends < begins":
    "A span without length adds nothing.",
  "src/shared/hours.ts opensEver: week.length < 7 → week.length <= 7": sameWithout,
  "src/shared/hours.ts opensEver: week.length < 7 → week.length < 8": sameWithout,
  "src/shared/hours.ts opensEver: hours.length > 0 → hours.length >= 0": sameWithout,
  "src/shared/hours.ts opensEver: hours.length > 0 → hours.length > (-1)": sameWithout,
  "src/shared/hours.ts spansOf: end < start → end <= start":
    "Hours of the same start and end were taken out before.",
  "src/shared/money.ts amountOf: cents < 0 → cents <= 0": bothZero,
  "src/shared/money.ts amountOf: cents < 0 → cents < 1": bothZero,
  "src/shared/phone.ts numberKey: other.length > number.length → other.length >= number.length":
    "Two forms of a number never have the same length.",
  "src/shared/search.ts foldedLetter: without if (cached) return cached;": sameWithout,
  "src/shared/stop-requests.ts stopRequest: without if (words.length === 0) return undefined;":
    sameWithout,
  "src/shared/stop-requests.ts stopRequest: words.length === 0 → words.length === (-1)":
    sameWithout,
  'src/shared/variables.ts fill: without if (!text.includes("{{")) return text;': sameWithout,
  "src/shared/video.ts videoId: !url || !host → !url && !host":
    "An address without a host is in no list of hosts.",
};
