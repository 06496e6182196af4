import { partsOf, type Work } from "../kit/process/current-work.ts";
import { fail, ok, warn, type Check, type Patient } from "./check.ts";

/** For so long (ms) a restart is a problem, and then a thing of the past. */
const lately = 24 * 3_600_000;

/** The last time that the box was ended since something took too long. rules.md#blocked-loop */
const stalls = ({ control, now }: Patient) => {
  const last = control
    .query<{ at: number; work: Work }, []>("SELECT at, work FROM stalls ORDER BY at DESC LIMIT 1")
    .get();
  if (!last) return ok("–");
  const value = `${new Date(last.at).toISOString().slice(0, 16)}Z · ${workText(last.work)}`;
  return now() - last.at < lately ? fail(value) : ok(value);
};

const setAside = ({ control }: Patient) => {
  const { count } = control
    .query<{ count: number }, []>(
      "SELECT count(*) AS count FROM setAside WHERE triedAgainAt IS NULL",
    )
    .get()!;
  return count > 0 ? warn(String(count)) : ok("0");
};

/** Work as a finding's value: its kind and name, and its company. */
export function workText(work: Work): string {
  const { kind, name, company, ref } = partsOf(work);
  if (work === "") return "{stalledWork.unknown}";
  const what = kind === "route" ? name : `{stalledWork.${kind}} ${name}`;
  return [`${what} ${ref}`.trim(), ...(company ? [`{stalledWork.ofCompany} ${company}`] : [])].join(
    " · ",
  );
}

/** Checks of the work that blocked the box. */
export const stallChecks: Check[] = [
  { name: "stalls", who: "owner", quiet: true, examine: stalls },
  { name: "setAside", who: "owner", quiet: true, examine: setAside },
];
