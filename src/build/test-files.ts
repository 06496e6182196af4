import { Glob } from "bun";
import { repository } from "./repository.ts";

/** These files change what a whole process shares. */
const alone = [
  // A document stands in the globals, and events have its classes.
  /^web\//,
  // Calls trust the media host, and a curve of the WhatsApp library is replaced.
  /^src\/testing\/whatsapp-server\//,
  // The story compares the WhatsApp library before and after our changes.
  /^src\/channel\/whatsapp\/ratchet\.test/,
  // A module is replaced.
  /^src\/tls\/certificates\.test/,
];

export const runsAlone = (file: string) => alone.some((pattern) => pattern.test(file));

/**
 * The test files whose path contains one of the filters, or all. Those of `shared` run in a worker
 * with one module registry, because loading the code anew took a third of a file's time. Those of
 * `alone` have a registry and globals of their own.
 */
export function testFiles(filters: string[] = []) {
  const files = ["src", "web"]
    .flatMap((folder) => [...new Glob(`${folder}/**/*.test.{ts,tsx}`).scanSync(repository)])
    .filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter)))
    .toSorted();
  return {
    shared: files.filter((file) => !runsAlone(file)),
    alone: files.filter(runsAlone),
  };
}
