import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { onDemand } from "../kit/on-demand.ts";
import { companiesShut } from "./shut-companies.ts";

const ShutCompanies = onDemand(
  async () => (await import("./company-shut/ShutCompanies.tsx")).ShutCompanies,
);

/** Tells the owner of the box which companies' data is unusable, and the remedy. */
export function CompaniesShut() {
  useSignals();
  // Stays after the last company is back, to keep its result on screen.
  const [isNeeded, setNeeded] = useState(false);
  if (!isNeeded && companiesShut.value.length > 0) setNeeded(true);
  return isNeeded && <ShutCompanies />;
}
