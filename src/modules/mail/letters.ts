import { escaped } from "../../kit/files/markup.ts";
import type { Language } from "../../shared/languages.ts";
import { words, type Words } from "./words.ts";

export type Content = { subject: string; text: string; html: string };

/**
 * A mail of a kind in someone's language, with the values that belong in it. `link`: where its
 * button leads.
 */
export function contentOf(
  kind: keyof typeof words,
  language: Language,
  values: Record<string, string>,
  link?: string,
): Content {
  // A single pass, so that placeholders within a value stay as they are.
  const say = (text = "") =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  const { subject, body, button, foot } = words[kind][language];
  const texts = { body: say(body), button, foot: say(foot) };
  return {
    subject: say(subject),
    text: [texts.body, link, texts.foot].filter(Boolean).join("\n\n"),
    html: page(say("{box}"), texts, link),
  };
}

const page = (
  title: string,
  { body, button, foot }: Omit<Words, "subject">,
  link: string | undefined,
) =>
  `<div style="font-family:sans-serif;font-size:16px;line-height:1.5;color:#1d2a27;max-width:32rem">
<p style="font-weight:600">${escaped(title)}</p>
${paragraphs(body)}
${link && button ? `<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#0f5f57;color:#ffffff;text-decoration:none">${escaped(button)}</a></p>` : ""}
${foot ? `<div style="font-size:13px;color:#55635f">${paragraphs(foot)}</div>` : ""}
</div>`;

const paragraphs = (text: string) =>
  text
    .split("\n\n")
    .map((part) => `<p>${escaped(part).replaceAll("\n", "<br>")}</p>`)
    .join("\n");
