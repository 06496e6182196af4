import { Users } from "lucide-react";
import { useState } from "react";
import { textColorOn } from "./contrast.ts";

type Props = { name: string; url?: string | null; size?: number; group?: boolean };

const backgrounds = [
  "#3f6f68",
  "#7a5b3a",
  "#5b5a86",
  "#86536b",
  "#4a6d8c",
  "#6a6b3c",
  "#8a5546",
  "#50735a",
];

/**
 * A picture, or the initials on a colour derived from the name. Decorative: the name is next to it.
 */
export function Avatar({ name, url, size = 40, group = false }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const box = { width: size, height: size, fontSize: Math.round(size * 0.38) };
  if (url && url !== broken) {
    return (
      <img
        src={url}
        alt=""
        loading="lazy"
        style={box}
        className="bg-base-300 shrink-0 rounded-full object-cover"
        onError={() => setBroken(url)}
      />
    );
  }
  const background = backgrounds[hash(name) % backgrounds.length] ?? "#3f6f68";
  return (
    <span
      aria-hidden
      data-initials={group ? "" : initials(name)}
      style={{ ...box, background, color: textColorOn(background) }}
      className="grid shrink-0 place-items-center rounded-full font-medium before:content-[attr(data-initials)]"
    >
      {group && <Users size={size * 0.5} />}
    </span>
  );
}

function initials(name: string) {
  const words = name
    .replace(/[^\p{L}\p{N}\s]/gu, "")
    .trim()
    .split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "?";
  const second = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + second).toUpperCase();
}

const hash = (name: string) =>
  [...name].reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) >>> 0, 7);
