import { html, type Html } from "../../../kit/http/html.ts";
import { release } from "../../../kit/files/assets.ts";
import type { Tongue } from "./words.ts";

/** The frame of a shop's page. `look` is the company's colour, if it chose one. */
export const frame = (
  { tag }: Tongue,
  { title, description, look }: { title: string; description: string; look: string | null },
  content: Html,
): Html =>
  html`<!doctype html>
    <html lang="${tag}" data-primary="${look ?? "none"}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <meta name="description" content="${description}" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${description}" />
        <meta property="og:type" content="website" />
        <link rel="icon" href="/public/favicon.svg" />
        <link rel="stylesheet" href="/public/shop.css?v=${release.commit}" />
        <script type="module" src="/public/shop.js?v=${release.commit}"></script>
      </head>
      <body>
        ${content}
      </body>
    </html>`;

/** An amount of money as people of Brazil write it: `"12.90"` is R$ 12,90. */
export const reais = (amount: string) =>
  `R$\u00a0${Number(amount).toLocaleString("pt-BR", { minimumFractionDigits: 2 })}`;

/** A time on the company's clock. */
export const timeText = (at: Date, timezone: string, { tag }: Tongue) =>
  at.toLocaleString(tag, { timeZone: timezone, dateStyle: "short", timeStyle: "short" });
