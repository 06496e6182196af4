import { useSignals } from "@preact/signals-react/runtime";
import { onDemand } from "../kit/on-demand.ts";
import { can } from "../session/can.ts";
import { me } from "../session/session.ts";

const Visit = onDemand(async () => (await import("./Visit.tsx")).Visit);

/** Tells both sides that support visits a company, and ends the visit. rules.md#support-visits */
export function VisitNote() {
  useSignals();
  const user = me.value;
  if (!user?.company.visit) return null;
  return (
    <Visit
      {...user.company.visit}
      company={user.company.name}
      mine={user.isVisiting ?? false}
      mayEnd={can("settings.write")}
    />
  );
}
