import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import type { Seat } from "./seat.ts";

type Finding = { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] };

const axe = await Bun.file(join(repository, "node_modules/axe-core/axe.min.js")).text();

/** Expects that axe finds nothing serious in what this seat sees. `where` is said when it does. */
export async function sound(seat: Seat, where: string) {
  // What is still fading in has no contrast yet.
  await seat.page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
  await seat.page.evaluate(axe);
  const findings = (await seat.page.evaluate(`axe.run({ preload: false, resultTypes: ["violations"] }).then(({ violations }) => violations)`)) as Finding[];
  const grave = findings.filter(({ impact }) => impact === "serious" || impact === "critical");
  const told = grave.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} at ${target.join(" ")}: ${failureSummary.split("\n")[1]?.trim()}`));
  expect({ where, told }).toEqual({ where, told: [] });
}
