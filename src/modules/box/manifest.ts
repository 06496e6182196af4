import type { PrimaryColor } from "../../shared/companies.ts";
import type { Language } from "../../shared/languages.ts";
import type { PublicBox } from "./table.ts";

type Look = Pick<PublicBox, "boxName" | "boxLogo" | "boxColor" | "language">;

/** The app as phones install it, by the box's name, look and language. rules.md#app */
export const manifestOf = ({ boxName, boxLogo, boxColor, language }: Look) => ({
  id: "/",
  name: boxName,
  short_name: boxName,
  description: words.description[language],
  lang: { ptBR: "pt-BR", en: "en", es: "es" }[language],
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: paper,
  theme_color: groundOf(boxColor),
  icons: boxLogo || boxColor ? ownIcons : usualIcons,
  shortcuts: [
    { name: words.tickets[language], url: "/tickets" },
    { name: words.sale[language], url: "/orders/new" },
    { name: words.board[language], url: "/kanbanOrders" },
  ],
  share_target: {
    action: "/share",
    method: "POST",
    enctype: "multipart/form-data",
    params: {
      title: "title",
      text: "text",
      url: "url",
      files: [
        { name: "files", accept: ["image/*", "video/*", "audio/*", "application/*", "text/*"] },
      ],
    },
  },
});

/** The icon of a box with a look of its own: `inner` is the part of the square that it fills. */
export function iconOf({ boxLogo, boxColor }: Look, inner: number): string {
  const edge = (64 * (1 - inner)) / 2;
  const picture = boxLogo
    ? `<image href="${boxLogo}" width="64" height="64"/>`
    : `<path fill="${paper}" d="M22 8h20a8 8 0 0 1 8 8v8a8 8 0 0 1-8 8H28l-8 6.5v-6.7A8 8 0 0 1 14 24v-8a8 8 0 0 1 8-8Z"/><rect x="8" y="40" width="48" height="8" rx="2" fill="${paper}"/><path fill="${paper}" opacity=".6" d="M12 48h40v6a2 2 0 0 1-2 2H14a2 2 0 0 1-2-2Z"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="512" height="512"><rect width="64" height="64" fill="${boxLogo ? "#ffffff" : groundOf(boxColor)}"/><g transform="translate(${edge} ${edge}) scale(${inner})">${picture}</g></svg>`;
}

/** The bytes and type of a logo, which is a data URL. */
export function pictureOf(logo: string): { type: string; bytes: Buffer } {
  const [, type, base64] = /^data:([^;]+);base64,(.*)$/.exec(logo) ?? [];
  return { type: type!, bytes: Buffer.from(base64!, "base64") };
}

const paper = "#fdfaf4";

// As in web/theme.css, light.
const grounds: Record<PrimaryColor, string> = {
  blue: "#1f5fae",
  red: "#a5304a",
  green: "#2f6b1f",
  yellow: "#7a5900",
  purple: "#6941b8",
  pink: "#a8286b",
};

const groundOf = (color: PrimaryColor | null) => (color ? grounds[color] : "#0f5f57");

const usualIcons = [
  { src: "/public/favicon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/public/icon-192.png", sizes: "192x192", type: "image/png" },
  { src: "/public/icon-512.png", sizes: "512x512", type: "image/png" },
  {
    src: "/public/icon-maskable-512.png",
    sizes: "512x512",
    type: "image/png",
    purpose: "maskable",
  },
];

const ownIcons = [
  { src: "/icon.svg", sizes: "any", type: "image/svg+xml" },
  { src: "/icon-maskable.svg", sizes: "any", type: "image/svg+xml", purpose: "maskable" },
];

const words: Record<"description" | "tickets" | "sale" | "board", Record<Language, string>> = {
  description: {
    ptBR: "Atendimento e vendas pelo WhatsApp",
    en: "Service and sales over WhatsApp",
    es: "Atención y ventas por WhatsApp",
  },
  tickets: { ptBR: "Atendimentos", en: "Conversations", es: "Conversaciones" },
  sale: { ptBR: "Nova venda", en: "New sale", es: "Nueva venta" },
  board: { ptBR: "Quadro", en: "Board", es: "Tablero" },
};
