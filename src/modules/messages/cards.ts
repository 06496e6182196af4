/** The names and numbers (as digits) on contact cards (vCard 2.1 to 4.0), one or several in one text. */
export function cardsOf(text: string): { name: string; number: string }[] {
  const lines = text.replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  const cards: { name: string; number: string }[] = [];
  for (const line of lines) {
    if (/^BEGIN:VCARD$/i.test(line.trim())) cards.push({ name: "", number: "" });
    const card = cards.at(-1);
    const at = line.indexOf(":");
    if (!card || at < 0) continue;
    const property = line.slice(0, at).replace(/^[^.;:]+\./, "");
    const value = line.slice(at + 1).trim();
    if (/^FN(;|$)/i.test(property)) card.name = plain(value);
    else if (/^TEL(;|$)/i.test(property) && card.number === "") card.number = (/waid=(\d+)/i.exec(property)?.[1] ?? value).replace(/\D/g, "").slice(0, 20);
  }
  return cards.filter(({ name, number }) => name !== "" || number !== "").map(({ name, number }) => ({ name: name || number, number })).slice(0, 100);
}

/** A contact card that phones understand. `number` in digits. */
export function cardOf({ name, number }: { name: string; number: string }): string {
  const safe = name.replace(/[\r\n]+/g, " ").replace(/[\\;,]/g, "\\$&");
  return `BEGIN:VCARD\nVERSION:3.0\nFN:${safe}\nTEL;type=CELL;type=VOICE;waid=${number}:+${number}\nEND:VCARD`;
}

const plain = (value: string) => value.replace(/\\n/gi, " ").replace(/\\([\\;,])/g, "$1").slice(0, 100);
