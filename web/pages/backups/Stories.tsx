import type { Story } from "../../parts/story.ts";
import { BackupsView } from "./Backups.tsx";
import { SafeModeCard } from "./SafeMode.tsx";
import type { Backups } from "./types.ts";

const at = new Date().toISOString();
const copy = (
  name: string,
  more: Partial<Backups["copies"][number]> = {},
): Backups["copies"][number] => ({
  name,
  at,
  reason: "schedule",
  size: 48_000_000,
  companies: 3,
  media: { count: 1280, size: 910_000_000 },
  failed: [],
  ...more,
});

const good: Backups = {
  updatedAt: at,
  time: "02:30",
  folder: "/mnt/pendrive",
  endpoint: "",
  region: "",
  bucket: "",
  prefix: "",
  accessKeyId: "",
  hasSecretAccessKey: false,
  dueAt: at,
  drillDueAt: at,
  lastError: null,
  lastErrorAt: null,
  sheetAt: at,
  running: null,
  stale: false,
  away: [{ to: "folder", name: "a", at }],
  drill: { copy: "a", at, tickets: 20, files: 20, seconds: 4 },
  copies: [
    copy("a"),
    copy("b", { reason: "hand" }),
    copy("c", { reason: "upgrade", failed: [{ id: 2, name: "Mercearia Sol" }] }),
  ],
};

/** The states of a box's backups. */
export const backupStories: Story[] = [
  { name: "backups", show: () => <BackupsView state={good} onChange={() => {}} /> },
  {
    name: "backups late",
    show: () => (
      <BackupsView
        state={{
          ...good,
          stale: true,
          running: "copy",
          sheetAt: null,
          lastError: "ERR_BACKUP_NO_SPACE",
          lastErrorAt: at,
          away: [
            {
              to: "folder",
              name: "a",
              at,
              error: "/mnt/pendrive/balcao-backups is not there: is the disk connected?",
              reason: "gone",
            },
          ],
          drill: { ...good.drill!, error: "media 9f2c is missing", reason: "damaged" },
        }}
        onChange={() => {}}
      />
    ),
  },
  {
    name: "safe mode",
    show: () => (
      <SafeModeCard
        state={{
          restored: {
            copy: "a",
            at,
            since: at,
            companies: [
              { id: 1, name: "Padaria Pão Quente", messages: 12430, lastMessageAt: at },
              { id: 2, name: "Mercearia Sol", messages: 0, lastMessageAt: null },
            ],
            unlinked: [{ company: "Padaria Pão Quente", connection: "Balcão da padaria" }],
            codeChanged: true,
          },
        }}
      />
    ),
  },
  { name: "safe mode asked for", show: () => <SafeModeCard state={{ restored: null }} /> },
  {
    name: "no backups",
    show: () => (
      <BackupsView
        state={{ ...good, copies: [], away: [], drill: null, dueAt: null, sheetAt: null }}
        onChange={() => {}}
      />
    ),
  },
];
