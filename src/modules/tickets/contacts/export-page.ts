import { escaped } from "../../../kit/markup.ts";
import type { Language } from "../../../shared/languages.ts";
import type { ContactExport } from "./export-contact.ts";
import { exportTexts } from "./export-texts.ts";

/** A contact's data as one HTML page: no scripts, nothing loaded, all texts escaped. Days are in the company's time zone. rules.md#data-to-read */
export async function exportPage(exported: ContactExport, language: Language, timezone: string): Promise<string> {
  const texts = exportTexts[language];
  const { contact, tickets, notes, ratings, files } = exported;
  const dates = datesIn(texts.tag, timezone);
  const parts = [
    section(texts.person, pairs([
      [texts.name, contact.name], [texts.ownName, contact.pushName], [texts.email, contact.email], [texts.numbers, contact.names.map(({ value }) => value).join(", ")],
      ...contact.extraInfo.map(({ name, value }): Pair => [name, value]), [texts.tags, contact.tags.map(({ name }) => name).join(", ")],
      ...contact.addresses.map((home, index): Pair => [`${texts.addresses} ${index + 1}`, addressOf(home)]),
    ])),
    section(texts.tickets, list(tickets.map(({ id, status, queue, createdAt, tags }) =>
      `<b>#${id}</b> · ${escaped(texts.states[status])} · ${escaped(texts.began)}: ${time(createdAt, dates.moment(createdAt))}${queue ? ` · ${escaped(texts.queue)}: ${text(queue)}` : ""}${tags.length > 0 ? ` · ${text(tags.join(", "))}` : ""}`))),
    section(texts.conversations, exported.messages.length === 0 ? `<p>${escaped(texts.noMessages)}</p>` : await conversations(exported, language, timezone)),
    section(texts.notes, list(notes.map(({ note, createdAt }) => `${time(createdAt, dates.moment(createdAt))} ${text(note)}`))),
    section(texts.ratings, list(ratings.map(({ rate, createdAt }) => `${time(createdAt, dates.moment(createdAt))} ${rate} · ${escaped(texts.rates[rate] ?? "")}`))),
    files.length === 0 ? "" : section(texts.files, `<p>${escaped(texts.filesText)}</p>${list(files.map(({ name, type, size }) => `${text(name)} · ${escaped(type)} · ${Math.ceil(size / 1024)} kB`))}`),
  ];
  const title = `${texts.title} ${contact.name}`;
  const lead = `<p>${escaped(texts.from)} ${text(exported.company)} ${escaped(texts.at)} ${time(exported.exportedAt, dates.moment(exported.exportedAt))}</p>`;
  return `<!doctype html>
<html lang="${texts.tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(texts.title)} ${text(contact.name)}</h1>${lead}</header>
${parts.filter(Boolean).join("\n")}
</body>
</html>
`;
}

const style = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; } h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; } dt, small, time { color: GrayText; } dd { margin: 0; }
ul, ol { padding: 0; margin: 0; list-style: none; } li { padding: .35rem 0; border-top: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
dd, li, bdi { overflow-wrap: anywhere; } bdi { white-space: pre-wrap; } blockquote { margin: .25rem 0 0 1rem; }
@media print { body { max-width: none; } h3 { break-after: avoid; } li { break-inside: avoid; } }
`;

/** How many messages are written before others have a turn. */
const chunk = 500;

async function conversations({ contact, company, messages }: ContactExport, language: Language, timezone: string): Promise<string> {
  const texts = exportTexts[language];
  const dates = datesIn(texts.tag, timezone);
  const inOrder = messages.toSorted((one, other) => one.sentAt.getTime() - other.sentAt.getTime() || one.id - other.id);
  const html: string[] = [];
  let day = "";
  for (const [index, message] of inOrder.entries()) {
    if (index % chunk === 0) await new Promise(setImmediate);
    const today = dates.day(message.sentAt);
    if (today !== day) html.push(`${day === "" ? "" : "</ol>"}<h3>${escaped(today)}</h3><ol>`);
    day = today;
    const { body, mediaType, file, before, isDeleted } = message;
    const kind = mediaType === "chat" ? "" : ` <small>${escaped(texts.kinds[mediaType])}</small>`;
    const named = file ? ` <small>${escaped(texts.file)}: ${text(file)}</small>` : "";
    const earlier = before.map((was) => `<blockquote><small>${escaped(texts.edited)}</small> ${text(was)}</blockquote>`).join("");
    const gone = isDeleted ? ` <small>(${escaped(texts.deleted)})</small>` : "";
    html.push(`<li>${time(message.sentAt, dates.hour(message.sentAt))} <b>${text(message.fromMe ? company : contact.name)}</b>${kind}${named} ${text(body)}${gone}${earlier}</li>`);
  }
  return `${html.join("\n")}</ol>`;
}

function datesIn(tag: string, timeZone: string) {
  const day = new Intl.DateTimeFormat(tag, { timeZone, weekday: "long", day: "numeric", month: "long", year: "numeric" });
  const hour = new Intl.DateTimeFormat(tag, { timeZone, hour: "2-digit", minute: "2-digit" });
  const moment = new Intl.DateTimeFormat(tag, { timeZone, day: "2-digit", month: "2-digit", year: "numeric", hour: "2-digit", minute: "2-digit" });
  return { day: (at: Date) => day.format(at), hour: (at: Date) => hour.format(at), moment: (at: Date) => moment.format(at) };
}

type Pair = [name: string, value: string];

/** A text that someone wrote; its direction must not affect what follows. */
const text = (written: string) => `<bdi>${escaped(written)}</bdi>`;
const time = (at: Date, shown: string) => `<time datetime="${at.toISOString()}">${escaped(shown)}</time>`;
const pairs = (all: Pair[]) => `<dl>${all.filter(([, value]) => value !== "").map(([name, value]) => `<dt>${text(name)}</dt><dd>${text(value)}</dd>`).join("\n")}</dl>`;
const list = (lines: string[]) => (lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${line}</li>`).join("\n")}</ul>`);
const section = (title: string, inside: string) => (inside === "" ? "" : `<section><h2>${escaped(title)}</h2>${inside}</section>`);

const addressOf = ({ type, label, address, number, complement, neighborhood, city, state, zipCode }: ContactExport["contact"]["addresses"][number]) =>
  [[type, label].filter(Boolean).join(" · "), [address, number, complement].filter(Boolean).join(", "), neighborhood, `${city} ${state}`, zipCode].filter(Boolean).join("\n");
