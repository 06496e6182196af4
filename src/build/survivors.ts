import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { allowed } from "./allowed-mutants.ts";
import { importsOf, mutationsOf, type Mutation } from "./mutations.ts";
import { repository } from "./repository.ts";

/** The pure core: its tests are quick, since they need no database and no clock. */
const core = ["pricing", "pacing", "attendance", "pix", "shared"];

/** The result of a run of mutants over some files. */
export type Hunt = {
  killed: number;
  /** Survivors that have a reason in the list. */
  excused: Mutation[];
  survivors: Mutation[];
  /** Names in the list, of these files, that no survivor has. */
  stale: string[];
};

/** The files of the core, without their tests. */
export const coreFiles = () => coreSources().filter((path) => !path.endsWith(".test.ts"));

/**
 * Runs the tests of the core on every mutant of these files. `trusting`: mutants that may survive
 * are not tried.
 */
export async function hunt(
  paths: string[],
  { workers, trusting = false }: { workers: number; trusting?: boolean },
): Promise<Hunt> {
  const mutants = paths.flatMap((path) => mutationsOf(path, sourceOf(path)));
  const reached = filesReachedByTests();
  const tests = [...reached.keys()].filter((test) =>
    paths.some((path) => reached.get(test)!.has(path)),
  );
  const times = await timesOf(tests);
  const testsOf = (path: string) =>
    tests
      .filter((test) => reached.get(test)!.has(path))
      .toSorted((one, other) => times.get(one)! - times.get(other)!);

  const alive: Mutation[] = [];
  const queue = mutants.values();
  await Promise.all(
    Array.from({ length: workers }, async () => {
      for (const mutant of queue) {
        const isTrusted = trusting && mutant.key in allowed;
        if (isTrusted || !(await isKilled(mutant, testsOf(mutant.path)))) alive.push(mutant);
      }
    }),
  );
  const inOrder = mutants.filter((mutant) => alive.includes(mutant));
  const names = new Set(alive.map(({ key }) => key));
  return {
    killed: mutants.length - alive.length,
    excused: inOrder.filter(({ key }) => key in allowed),
    survivors: inOrder.filter(({ key }) => !(key in allowed)),
    stale: Object.keys(allowed).filter(
      (key) => paths.some((path) => key.startsWith(`${path} `)) && !names.has(key),
    ),
  };

  async function isKilled(mutant: Mutation, nearest: string[]): Promise<boolean> {
    for (const test of nearest) {
      // An endless loop is a kill.
      const { code } = await run(test, mutant, Math.ceil(2 + 10 * times.get(test)!));
      if (code !== 0) return true;
    }
    return false;
  }
}

/** How many seconds of a processor each test takes without a mutant. Throws where one falls. */
async function timesOf(tests: string[]): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const test of tests) {
    const { code, seconds } = await run(test, { path: test, start: 0, end: 0, text: "" }, 600);
    if (code !== 0) throw new Error(`${test} falls without a mutant`);
    times.set(test, seconds);
  }
  return times;
}

/** `limit`: seconds of a processor, so that a busy machine ends no test too early. */
async function run(
  test: string,
  { path, start, end, text }: Pick<Mutation, "path" | "start" | "end" | "text">,
  limit: number,
) {
  const options = ["--bail", "--timeout=600000", "--preload", join(import.meta.dir, "mutated.ts")];
  const tests = Bun.spawn(
    [
      "sh",
      "-c",
      `ulimit -t ${limit}; exec "$@"`,
      "sh",
      process.execPath,
      "test",
      ...options,
      `./${test}`,
    ],
    {
      cwd: repository,
      env: { ...process.env, NODE_ENV: "test", MUTANT: JSON.stringify({ path, start, end, text }) },
      stdio: ["ignore", "ignore", "ignore"],
    },
  );
  const code = await tests.exited;
  return { code, seconds: Number(tests.resourceUsage()!.cpuTime.total) / 1_000_000 };
}

/** By each test of the core, the files of the core that it loads. */
function filesReachedByTests(): Map<string, Set<string>> {
  const all = coreSources();
  const imports = new Map(
    all.map((path) => [
      path,
      importsOf(sourceOf(path))
        .map((target) => normalize(join(dirname(path), target)))
        .filter((target) => all.includes(target)),
    ]),
  );
  const reach = (path: string, reached = new Set<string>()): Set<string> => {
    for (const target of imports.get(path)!) {
      if (reached.has(target)) continue;
      reached.add(target);
      reach(target, reached);
    }
    return reached;
  };
  return new Map(
    all.filter((path) => path.endsWith(".test.ts")).map((test) => [test, reach(test)]),
  );
}

const coreSources = () =>
  [...new Bun.Glob(`src/{${core.join()}}/*.ts`).scanSync(repository)].sort();

const sourceOf = (path: string) => readFileSync(join(repository, path), "utf8");
