import { plugin } from "bun";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutation } from "./mutations.ts";
import { repository } from "./repository.ts";

// Loaded before the tests of a mutant. They get the mutated text; the file on disk stays as it is.

const { path, start, end, text } = JSON.parse(process.env.MUTANT!) as Mutation;
const file = join(repository, path);

plugin({
  name: "mutant",
  setup: (build) => {
    build.onLoad({ filter: new RegExp(`^${RegExp.escape(file)}$`) }, () => {
      const source = readFileSync(file, "utf8");
      return { contents: source.slice(0, start) + text + source.slice(end), loader: "ts" };
    });
  },
});
