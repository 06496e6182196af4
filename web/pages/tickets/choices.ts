import { type Signal, signal } from "@preact/signals-react";
import { useEffect } from "react";
import type { Frame } from "../../../src/shared.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../live.ts";
import type { Connection, Queue, Tag, User } from "./types.ts";

/** A short list to choose from, read when first needed and kept right by events. Null until it is here. */
export type Choices<Row> = { rows: Signal<Row[] | null>; failed: Signal<boolean>; load: () => Promise<void> };

export const queues = choices<Queue>("/queue", "queue");
export const tags = choices<Tag>("/tags/list", "tag");
export const users = choices<User>("/users/list", "user");
export const connections = choices<Connection>("/whatsapp", "whatsapp");

/** Reads a list once while a component needs it. */
export function useChoices(list: { load: () => Promise<void> }, wanted = true) {
  useEffect(() => {
    if (wanted) void list.load();
  }, [list, wanted]);
}

// A plain connection event hides the QR code, which the session event tells those who may link a phone.
live.on("whatsapp", ({ whatsapp }) => {
  const fresh = whatsapp as Connection | undefined;
  const shown = fresh && codes.get(fresh.id);
  if (shown && fresh.status === "qrcode") patchConnection(fresh.id, { qrcode: shown });
});
live.on("whatsappSession", ({ session }) => {
  const { id, ...change } = session as Pick<Connection, "id" | "status" | "qrcode">;
  codes.set(id, change.qrcode);
  patchConnection(id, change);
});

const codes = new Map<number, string>();

function patchConnection(id: number, change: Partial<Connection>) {
  const rows = connections.rows.peek();
  if (rows) connections.rows.value = rows.map((row) => (row.id === id ? { ...row, ...change } : row));
}

function choices<Row extends { id: number }>(path: string, event: string): Choices<Row> {
  const rows = signal<Row[] | null>(null);
  const failed = signal(false);
  let reading: Promise<void> | undefined;

  const read = async () => {
    try {
      rows.value = await api.get<Row[]>(path);
      failed.value = false;
    } catch {
      failed.value = true;
      reading = undefined;
    }
  };

  live.on(event, (frame: Frame) => {
    const known = rows.peek();
    if (!known) return;
    const gone = frame.action === "delete" ? Number(frame[`${event}Id`]) : undefined;
    const fresh = frame[event] as Row | undefined;
    if (gone !== undefined) rows.value = known.filter(({ id }) => id !== gone);
    else if (fresh) rows.value = known.some(({ id }) => id === fresh.id) ? known.map((row) => (row.id === fresh.id ? { ...row, ...fresh } : row)) : [...known, fresh];
  });
  live.onReset(() => {
    if (rows.peek()) void read();
  });

  return { rows, failed, load: () => (reading ??= read()) };
}
