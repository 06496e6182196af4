import { expect, test } from "bun:test";
import { gzipSync } from "node:zlib";
import { bundleScripts } from "./scripts.ts";

test("sign-in and inbox come in few files, and not many bytes", async () => {
  const chunks = await bundleScripts({ development: false });
  const [main] = chunks.filter(({ isEntry }) => isEntry);
  const weight = (...names: string[]) => {
    const files = new Set<string>();
    const queue = [
      main!.fileName,
      ...names.map((name) => chunks.find((chunk) => chunk.name === name)!.fileName),
    ];
    for (let name = queue.pop(); name; name = queue.pop()) {
      if (files.has(name)) continue;
      files.add(name);
      queue.push(...chunks.find(({ fileName }) => fileName === name)!.imports);
    }
    const bytes = chunks
      .filter(({ fileName }) => files.has(fileName))
      .reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).byteLength, 0);
    return { files: files.size, kB: Math.ceil(bytes / 1000) };
  };
  const [signIn, inbox] = [weight("Login"), weight("SignedIn", "Tickets")];
  expect(signIn.files).toBeLessThanOrEqual(8);
  expect(signIn.kB).toBeLessThanOrEqual(91);
  expect(inbox.files).toBeLessThanOrEqual(12);
  expect(inbox.kB).toBeLessThanOrEqual(232);
}, 30_000);
