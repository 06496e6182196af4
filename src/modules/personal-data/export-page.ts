import { escaped } from "../../kit/files/markup.ts";
import type { Language } from "../../shared/languages.ts";
import { datesIn, text, time, type Page } from "./html.ts";
import { personalData } from "./register.ts";

/** A person's data by table, as `exportContact` returns it. */
export type ContactExport = {
  exportedAt: Date;
  company: string;
  contact: { name: string };
  [part: string]: unknown;
};

/** The name of the downloaded file. */
export const fileNames: Record<Language, string> = {
  ptBR: "contato",
  en: "contact",
  es: "contacto",
};

const words = {
  ptBR: { tag: "pt-BR", title: "Dados pessoais de", from: "Entregues por", at: "em" },
  en: { tag: "en-GB", title: "Personal data of", from: "Handed out by", at: "on" },
  es: { tag: "es", title: "Datos personales de", from: "Entregados por", at: "el" },
} satisfies Record<Language, object>;

/**
 * A person's data as one HTML page: no scripts, nothing loaded, all texts escaped. Days are in the
 * company's time zone. rules.md#data-export
 */
export async function exportPage(
  data: ContactExport,
  language: Language,
  timezone: string,
): Promise<string> {
  const { tag, title, from, at } = words[language];
  const dates = datesIn(tag, timezone);
  const page: Page = { language, person: data.contact.name, company: data.company, dates };
  const sections: string[] = [];
  for (const { export: how } of personalData())
    if (typeof how !== "string") sections.push(await how.section(data[how.name], page));
  return `<!doctype html>
<html lang="${tag}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title} ${data.contact.name}`)}</title>
<style>${style}</style>
</head>
<body>
<header><h1>${escaped(title)} ${text(data.contact.name)}</h1><p>${escaped(from)} ${text(data.company)} ${escaped(at)} ${time(data.exportedAt, dates.moment)}</p></header>
${sections.filter(Boolean).join("\n")}
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
