import { isObject, line, list } from "../wire-values.ts";

type Raw = Record<string, unknown>;

/** A contact of a webhook as a card that phones understand; empty without name and number. */
export function vcardOf({ name, phones }: Raw): string {
  const names = isObject(name) ? name : {};
  const numbers = list(phones).map(({ phone, wa_id }) => ({
    text: line(phone) || line(wa_id),
    account: line(wa_id).replace(/\D/g, ""),
  }));
  const full = line(names.formatted_name) || line(names.first_name);
  const rows = numbers
    .filter(({ text }) => text !== "")
    .map(({ text, account }) => `TEL;type=CELL${account && `;waid=${account}`}:${escaped(text)}`);
  if (full === "" && rows.length === 0) return "";
  return ["BEGIN:VCARD", "VERSION:3.0", `FN:${escaped(full)}`, ...rows, "END:VCARD"].join("\n");
}

/** A card as the network takes it. A card without a name is named by its number. */
export function contactOf(vcard: string): Raw {
  const rows = vcard.replace(/\r?\n[ \t]/g, "").split(/\r?\n/);
  const name = valueOf(rows, "FN");
  const phones = rows.flatMap((row) => {
    const [, settings = "", value = ""] = /^(?:[\w-]+\.)?TEL((?:;[^:]*)?):(.*)$/i.exec(row) ?? [];
    const [, account] = /waid=(\d+)/i.exec(settings) ?? [];
    return value === ""
      ? []
      : [{ phone: plainOf(value), type: "CELL", ...(account && { wa_id: account }) }];
  });
  const label = name || String(phones[0]?.phone ?? "");
  return {
    // A first name is required beside the full one.
    name: { formatted_name: label, first_name: label.split(" ")[0] },
    ...(phones.length > 0 && { phones }),
  };
}

function valueOf(rows: string[], property: string): string {
  const start = new RegExp(`^(?:[\\w-]+\\.)?${property}(?:;[^:]*)?:(.*)$`, "i");
  for (const row of rows) {
    const [, value] = start.exec(row) ?? [];
    if (value) return plainOf(value);
  }
  return "";
}

const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&");

const plainOf = (value: string) =>
  value
    .replace(/\\n/gi, " ")
    .replace(/\\([\\;,])/g, "$1")
    .trim();
