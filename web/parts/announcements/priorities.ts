import { AlertTriangle, ArrowDown, Info, type LucideIcon } from "lucide-react";
import type * as announcementsTable from "../../../src/modules/announcements/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";

export type Announcement = Wire<announcementsTable.Announcement>;

/** The priorities by their numbers. */
export const priorities: Record<number, { name: string; icon: LucideIcon; color: string }> = {
  1: { name: "announcements.high", icon: AlertTriangle, color: "text-error" },
  2: { name: "announcements.medium", icon: Info, color: "text-waiting" },
  3: { name: "announcements.low", icon: ArrowDown, color: "text-muted" },
};

/** The highest priority first, then the newest. rules.md#announcements */
export const byPriority = (one: Announcement, other: Announcement) =>
  one.priority - other.priority ||
  Date.parse(other.createdAt) - Date.parse(one.createdAt) ||
  other.id - one.id;
