import { withDueDate } from "../../../src/shared/due-date.ts";
import { useEffect, useState } from "react";
import type { FullCompany } from "../../../src/modules/companies/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import { me } from "../../session/session.ts";

export type OwnCompany = Wire<FullCompany>;

/** The user's own company with all fields for its admins, reloaded when it changes. */
export function useOwnCompany() {
  const [company, setCompany] = useState<OwnCompany | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const id = me.peek()?.companyId;

  const read = async () => {
    try {
      setCompany(withDueDate(await api.get<OwnCompany>(`/companies/${id}`)));
      setFailed(null);
    } catch (error) {
      setFailed(error);
    }
  };
  useEffect(() => {
    void read();
    const stops = [live.on("company", () => void read()), live.on("payment", () => void read())];
    return () => {
      for (const stop of stops) stop();
    };
    // One company for as long as one is signed in.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  return { company, failed, read };
}
