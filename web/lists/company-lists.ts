import type { Role } from "../../src/modules/users/table.ts";
import type { QuickMessage } from "../../src/modules/quick-messages/table.ts";
import type { Wire } from "../../src/shared/wire.ts";
import { api } from "../kit/api.ts";
import { choices } from "../forms/choices.ts";
import { live } from "../session/live.ts";
import type { Connection, Queue, Tag, User } from "../types.ts";

export const queues = choices<Queue>("/queue", "queue");
export const tags = choices<Tag>("/tags/list", "tag");
export const users = choices<User>("/users/list", "user");
export const roles = choices<Wire<Role>>("/roles/list", "role");
export const connections = choices<Connection>("/whatsapp", "whatsapp");

export type Quick = Wire<QuickMessage>;
export const quicks = choices<Quick>("/quick-messages", "quickmessage", {
  key: "record",
  read: readQuicks,
});

// The connection event has no QR code. Only users who may link a phone receive it, in the session
// event.
live.on("whatsapp", ({ whatsapp }) => {
  const fresh = whatsapp as Connection | undefined;
  const qrcode = fresh && codes.get(fresh.id);
  if (qrcode && fresh.status === "qrcode") patchConnection(fresh.id, { qrcode });
  // Only one connection is the default: a new default takes the flag from the old one.
  if (fresh?.isDefault)
    connections.rows.value =
      connections.rows
        .peek()
        ?.map((row) => (row.id === fresh.id ? row : { ...row, isDefault: false })) ?? null;
});
live.on("whatsappSession", ({ session }) => {
  const { id, ...change } = session as Pick<Connection, "id" | "status" | "qrcode">;
  codes.set(id, change.qrcode);
  patchConnection(id, change);
});

const codes = new Map<number, string>();

function patchConnection(id: number, change: Partial<Connection>) {
  const rows = connections.rows.peek();
  if (rows)
    connections.rows.value = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}

/** The most quick messages in memory, in pages. */
const quickPages = 25;

async function readQuicks(path: string) {
  const page = (pageNumber: number) =>
    api.get<{ records: Quick[]; hasMore: boolean; count: number }>(path, { pageNumber });
  const first = await page(1);
  if (!first.hasMore) return first.records;
  const pages = Math.min(quickPages, Math.ceil(first.count / first.records.length));
  const others = await Promise.all(
    Array.from({ length: pages - 1 }, (_, index) => page(index + 2)),
  );
  const all = [first, ...others].flatMap(({ records }) => records);
  return [...new Map(all.map((quick) => [quick.id, quick])).values()];
}
