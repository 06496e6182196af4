import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { onDemand } from "../kit/on-demand.ts";
import { companiesShut } from "./shut-companies.ts";

const ShutCompanies = onDemand(
  async () => (await import("./company-shut/ShutCompanies.tsx")).ShutCompanies,
);

/** Tells the owner of the box whose data can't be used, and what to do. */
export function CompaniesShut() {
  useSignals();
  // Stays when the last one is back: what became of it is still on screen.
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && companiesShut.value.length > 0) setNeeded(true);
  return isNeeded && <ShutCompanies />;
}
