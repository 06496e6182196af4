import { useEffect, useRef, useState } from "react";
import type * as campaignsTable from "../../../src/modules/campaigns/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { dateTime, t } from "../../kit/text.ts";
import { live } from "../../session/live.ts";
import "./texts.ts";

export type ContactOptOut = Wire<campaignsTable.ContactOptOut>;

/** The date and reason of a contact's opt-out. */
export function optOutFacts({
  at,
  source,
  reason,
}: Pick<NonNullable<ContactOptOut["optOut"]>, "at" | "source" | "reason">): string {
  const facts = [dateTime(at), t(`contacts.optOut.sources.${source}`), reason];
  return facts.filter(Boolean).join(" · ");
}

/** A contact's opt-out state, kept current by events; null while it loads. */
export function useContactOptOut(contactId: number, needed: boolean) {
  const [state, setState] = useState<ContactOptOut | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const round = useRef(0);

  const read = async () => {
    const thisRound = ++round.current;
    try {
      const answer = await api.get<ContactOptOut>(`/contacts/${contactId}/opt-out`);
      if (thisRound !== round.current) return;
      setState(answer);
      setFailed(null);
    } catch (error) {
      if (thisRound === round.current) setFailed(error);
    }
  };

  useEffect(() => {
    setState(null);
    if (!needed) return;
    void read();
    const closers = [
      live.on("contact", ({ contact }) => {
        if ((contact as { id?: number } | undefined)?.id === contactId) void read();
      }),
      live.onReset(() => void read()),
      () => (round.current += 1),
    ];
    return () => closers.forEach((close) => close());
  }, [contactId, needed]);

  return { state, failed, read: () => void read(), setState };
}
