import { AlertTriangle, ArrowDown, Info, type LucideIcon } from "lucide-react";
import type { Announcement as Row } from "../../../src/modules/announcements/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Announcement = Wire<Row>;

/** How much one matters, by its number. doc 3 §3 */
export const priorities: Record<number, { name: string; icon: LucideIcon; color: string }> = {
  1: { name: "announcements.high", icon: AlertTriangle, color: "text-error" },
  2: { name: "announcements.medium", icon: Info, color: "text-waiting" },
  3: { name: "announcements.low", icon: ArrowDown, color: "text-muted" },
};

/** The weighty ones first, then the newest. doc 4 §1.21 */
export const byPriority = (one: Announcement, other: Announcement) => one.priority - other.priority || Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id;
