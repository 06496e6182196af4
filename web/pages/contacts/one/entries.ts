import { useEffect, useRef, useState } from "react";
import type * as pageTable from "../../../../src/modules/contact-page/table.ts";
import type { TimelinePart } from "../../../../src/shared/contact-page.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { live } from "../../../session/live.ts";

export type Entry = Wire<pageTable.ContactEntry>;
export type Overview = Wire<pageTable.ContactOverview>;

/** Changes in a row of a second are read once, after this many ms. */
const pause = 300;

/** Calls back after a change of anything that a contact's page shows. */
function onChange(contactId: number, read: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(read, pause);
  };
  const concerns = (row: unknown) =>
    row === undefined || (row as { contactId?: number }).contactId === contactId;
  const closers = [
    ...(["ticket", "order", "budget", "ticketNote", "reminder"] as const).map((event) =>
      live.on(event, (frame) => concerns(frame[event]) && soon()),
    ),
    live.on("contact", ({ contact }) => {
      if ((contact as { id?: number } | undefined)?.id === contactId) soon();
    }),
    live.onReset(read),
    () => clearTimeout(timer),
  ];
  return () => closers.forEach((close) => close());
}

/** A contact's figures, kept current by events; null until they load. */
export function useOverview(contactId: number) {
  const [overview, setOverview] = useState<Overview | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const round = useRef(0);
  const read = async () => {
    const thisRound = ++round.current;
    try {
      const answer = await api.get<Overview>(`/contacts/${contactId}/overview`);
      if (thisRound !== round.current) return;
      setOverview(answer);
      setFailed(null);
    } catch (error) {
      if (thisRound === round.current) setFailed(error);
    }
  };
  useEffect(() => {
    void read();
    const close = onChange(contactId, () => void read());
    return () => {
      round.current += 1;
      close();
    };
  }, [contactId]);
  return { overview, failed, read: () => void read() };
}

type Page = { records: Entry[]; next: string | null };

const keyOf = ({ kind, id }: Entry) => `${kind} ${id}`;

/** A part of a contact's timeline, the newest first; null until it loads. */
export function useEntries(contactId: number, part: TimelinePart) {
  const [entries, setEntries] = useState<Entry[] | null>(null);
  const [next, setNext] = useState<string | null>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const round = useRef(0);

  const fetchPage = (before: string | null) =>
    api.get<Page>(`/contacts/${contactId}/timeline`, { part, before: before ?? "null" });
  const read = async () => {
    const thisRound = ++round.current;
    try {
      const page = await fetchPage(null);
      if (thisRound !== round.current) return;
      const last = page.records.at(-1)?.at ?? "";
      const fresh = new Set(page.records.map(keyOf));
      // Older pages that are on screen stay.
      setEntries((loaded) => [
        ...page.records,
        ...(page.next === null
          ? []
          : (loaded ?? []).filter((entry) => entry.at <= last && !fresh.has(keyOf(entry)))),
      ]);
      setNext((before) => (page.next === null ? null : (before ?? page.next)));
      setState("ready");
    } catch {
      if (thisRound === round.current) setState("failed");
    }
  };
  const more = async () => {
    const thisRound = ++round.current;
    setState("loading");
    try {
      const page = await fetchPage(next);
      if (thisRound !== round.current) return;
      setEntries((loaded) => [
        ...new Map([...(loaded ?? []), ...page.records].map((one) => [keyOf(one), one])).values(),
      ]);
      setNext(page.next);
      setState("ready");
    } catch {
      if (thisRound === round.current) setState("failed");
    }
  };

  useEffect(() => {
    void read();
    const close = onChange(contactId, () => void read());
    return () => {
      round.current += 1;
      close();
    };
  }, [contactId, part]);

  return {
    entries,
    hasMore: next !== null,
    state,
    more: () => void more(),
    read: () => void read(),
  };
}
