import { join } from "node:path";
import { freshExecutable } from "./executable.ts";
import { repository } from "./repository.ts";

const filters = process.argv.slice(2);

const built = await freshExecutable().catch((thrown: unknown) => void console.error(thrown));
const tests = Bun.spawn([process.execPath, "test", "--parallel=2", "--timeout=20000", ...filters], {
  cwd: repository,
  // What runs as a process is the executable that ships. The stand-in for WhatsApp serves its files over TLS, and who trusts it must do so from the start.
  env: { ...process.env, NODE_ENV: "test", ...(built && { BALCAO_BIN: process.env.BALCAO_BIN ?? built }), NODE_EXTRA_CA_CERTS: join(repository, "src/testing/whatsapp-server/cert.pem") },
  stdio: ["ignore", "inherit", "pipe"],
});
const output = await shown(tests.stderr);
const { passed, failed } = counted(output, await tests.exited);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function shown(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) {
    process.stderr.write(chunk);
    text += decoder.decode(chunk, { stream: true });
  }
  return text;
}

function counted(output: string, code: number) {
  const lines = Bun.stripANSI(output).split("\n");
  // A test that ends the process leaves no closing block and may leave code 0.
  const end = lines.findLastIndex((line) => /^Ran \d+ tests? across/.test(line));
  const block = end < 0 ? [] : lines.slice(Math.max(0, end - 8), end);
  const count = (word: string) => Number(block.findLast((line) => new RegExp(`^\\s*\\d+ ${word}$`).test(line))?.trim().split(" ")[0] ?? 0);
  const sound = built !== undefined && code === 0 && end >= 0;
  return { passed: count("pass"), failed: Math.max(count("fail"), sound ? 0 : 1) };
}
