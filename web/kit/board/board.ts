import type { LucideIcon } from "lucide-react";
import type { ComponentType } from "react";
import type { MenuItem } from "../Menu.tsx";

export type Card = { id: number };

export type Lane = {
  id: number;
  name: string;
  color: string;
  /** Beside the count: a sum, for example. */
  note?: string;
  /** What else comes of a card's moving there: an icon, and its words. */
  effect?: { icon: LucideIcon; text: string };
  /** How many cards it has, where not all of them are here; and whether more can be read. */
  count?: number;
  hasMore?: boolean;
  /** It stays before the others. */
  fixed?: boolean;
};

export type BoardProps<C extends Card> = {
  /** Its name, for screen readers. */
  label: string;
  lanes: Lane[];
  /** All cards, in the order in which they stand in their lanes. */
  cards: C[];
  /** The id of the lane where a card stands. */
  laneOf: (card: C) => number;
  /** What a card is called when it is read aloud. */
  nameOf: (card: C) => string;
  /** What a card shows. What can be pressed in it takes this `tabIndex`. */
  content: ComponentType<{ card: C; tabIndex: number }>;
  /** About how high a card is, in px, until it is measured. */
  cardHeight: number;
  onOpen: (card: C) => void;
  /**
   * Moves a card; it stands in its new lane at once, and goes back where this rejects, or is called
   * off with false. Without it nothing can be moved.
   */
  onMove?: (card: C, lane: Lane) => Promise<unknown>;
  /** Reads more cards of a lane whose end comes into sight. */
  onMore?: (lane: Lane) => void;
  /** Puts the lanes that are not fixed into this order. Without it they can't be moved. */
  onReorder?: (ids: number[]) => Promise<unknown>;
  /** What a card's menu offers below the lanes. */
  menu?: (card: C) => MenuItem[];
  /** What a lane without cards says. */
  empty: string;
  loading?: boolean;
};

/**
 * A card that is being carried. By keys it is shown in the lane where it would be dropped, under a
 * pointer it leaves its place only then.
 */
export type Carried = { id: number; from: number; to: number; by: "pointer" | "keys" };
