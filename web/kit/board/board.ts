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
  /** A side effect of moving a card here: an icon and its text. */
  effect?: { icon: LucideIcon; text: string };
  /** The number of cards, where not all have loaded; and whether more can be loaded. */
  count?: number;
  hasMore?: boolean;
  /** The lane stays before the others. */
  fixed?: boolean;
};

export type BoardProps<C extends Card> = {
  /** Its name, for screen readers. */
  label: string;
  lanes: Lane[];
  /** All cards, in the order of their lanes. */
  cards: C[];
  /** The id of a card's lane. */
  laneOf: (card: C) => number;
  /** A card's name for screen readers. */
  nameOf: (card: C) => string;
  /** A card's content. Its buttons and links take this `tabIndex`. */
  content: ComponentType<{ card: C; tabIndex: number }>;
  /** An estimate of a card's height in px, until it is measured. */
  cardHeight: number;
  onOpen: (card: C) => void;
  /**
   * Moves a card, which is in its new lane at once. It goes back when the promise rejects, or
   * resolves to false after a cancel. Without it cards cannot move.
   */
  onMove?: (card: C, lane: Lane) => Promise<unknown>;
  /** Loads more cards of a lane whose end scrolls into view. */
  onMore?: (lane: Lane) => void;
  /** Saves the order of the lanes that are not fixed. Without it lanes cannot move. */
  onReorder?: (ids: number[]) => Promise<unknown>;
  /** Items of a card's menu, below the lanes. */
  menu?: (card: C) => MenuItem[];
  /** The ids of lanes that are folded to their name. */
  folded?: ReadonlySet<number>;
  /** Folds a lane, or opens it. Without it lanes cannot fold. */
  onFold?: (lane: Lane, isFolded: boolean) => void;
  /** The text of a lane without cards. */
  empty: string;
  loading?: boolean;
};

/**
 * A carried card. With keys the lane under it shows it at once; with a pointer it leaves its place
 * only when dropped.
 */
export type Carried = { id: number; from: number; to: number; by: "pointer" | "keys" };
