import type { EmojiData } from "frimousse";
import {
  Car,
  Flag,
  Hand,
  Hash,
  Lightbulb,
  type LucideIcon,
  PawPrint,
  Smile,
  Trophy,
  Utensils,
} from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { language } from "../../kit/text.ts";
import { emojisIn } from "./emojis.ts";

const icons: LucideIcon[] = [
  Smile,
  Hand,
  Smile,
  PawPrint,
  Utensils,
  Car,
  Trophy,
  Lightbulb,
  Hash,
  Flag,
];

/** Buttons that scroll the list of emojis to a group. */
export function EmojiCategories({
  panel,
  columns,
}: {
  panel: RefObject<HTMLElement | null>;
  columns: number;
}) {
  const [data, setData] = useState<EmojiData | null>(null);
  useEffect(() => void emojisIn(language.peek()).then(setData, () => undefined), []);
  if (!data) return null;
  const scrollTo = (place: number) => {
    const viewport = panel.current?.querySelector<HTMLElement>("[frimousse-viewport]");
    const heightOf = (part: string) =>
      viewport?.querySelector<HTMLElement>(`[${part}]`)?.offsetHeight ?? 0;
    const header = heightOf("frimousse-category-header");
    const row = heightOf("frimousse-row");
    // The list is virtual, so the rows above are counted.
    const above = data.categories.slice(0, place).reduce((sum, { index }) => {
      const count = data.emojis.filter(({ category }) => category === index).length;
      return sum + header + Math.ceil(count / columns) * row;
    }, 0);
    viewport?.scrollTo({ top: above });
  };
  return (
    <div className="mb-1 flex shrink-0 justify-between">
      {data.categories.map(({ index, label }, place) => {
        const Icon = icons[index] ?? Smile;
        return (
          <button
            key={index}
            type="button"
            aria-label={label}
            title={label}
            className="text-muted hover:bg-hover hover:text-base-content grid size-8 cursor-pointer place-items-center rounded-lg"
            onClick={() => scrollTo(place)}
          >
            <Icon size={17} aria-hidden />
          </button>
        );
      })}
    </div>
  );
}
