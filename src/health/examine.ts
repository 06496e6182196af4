import { version } from "../version.ts";
import { healthChecks, type Finding } from "../shared/health.ts";
import { careChecks } from "./care.ts";
import { fail, ok, type Check, type Patient, type Result } from "./check.ts";
import { folderChecks } from "./data-folder.ts";
import { machineChecks } from "./machine.ts";
import { networkChecks } from "./network.ts";
import { stallChecks } from "./stalls.ts";
import { workChecks } from "./work.ts";

const checks: Check[] = [
  ...machineChecks,
  ...folderChecks,
  ...careChecks,
  ...networkChecks,
  ...workChecks,
  ...stallChecks,
  {
    name: "version",
    who: "owner",
    thorough: true,
    examine: () => ok(`${version.version} ${version.commit}`.trim()),
  },
];

type Extent = { thorough?: boolean; shopOnly?: boolean; fix?: boolean };

/**
 * Runs all checks, in the order of `healthChecks`. `shopOnly`: only those for a company's admins.
 * `fix` repairs what it can without asking, and checks again.
 */
export async function examine(
  patient: Patient,
  { thorough = false, shopOnly = false, fix = false }: Extent = {},
): Promise<Finding[]> {
  const chosen = checks
    .filter((each) => (thorough || !each.thorough) && (!shopOnly || each.who === "shop"))
    .toSorted((one, other) => healthChecks.indexOf(one.name) - healthChecks.indexOf(other.name));
  const findings: Finding[] = [];
  for (const check of chosen) {
    let result = await look(check, patient);
    if (fix && check.fix && result && result.state !== "ok") {
      await check.fix(patient);
      result = await look(check, patient);
    }
    if (result && (thorough || !check.quiet || result.state !== "ok"))
      findings.push({ check: check.name, ...result });
    // Yields: there may be many companies.
    await new Promise(setImmediate);
  }
  return findings;
}

/** A check that can't be made has found something. */
async function look(check: Check, patient: Patient): Promise<Result | undefined> {
  try {
    return await check.examine(patient);
  } catch (thrown) {
    return fail(thrown instanceof Error && "code" in thrown ? String(thrown.code) : "?");
  }
}
