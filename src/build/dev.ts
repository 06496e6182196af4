import { watch } from "node:fs";
import { join } from "node:path";
import { repository } from "./repository.ts";
import { buildWeb } from "./web.ts";

const words = process.argv.slice(2);
const command = words.length > 0 ? words : ["serve", "--data", ".cache/dev", "--host", "127.0.0.1"];
let queued: ReturnType<typeof setTimeout> | undefined;

await rebuild();
watch(join(repository, "web"), { recursive: true }, () => {
  clearTimeout(queued);
  queued = setTimeout(() => void rebuild(), 60);
});

const server = Bun.spawn(
  [process.execPath, "--watch", "--no-clear-screen", "src/main.ts", ...command],
  { cwd: repository, stdio: ["inherit", "pipe", "inherit"] },
);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
void quietly(server.stdout);
process.exit(await server.exited);

async function rebuild() {
  const started = performance.now();
  try {
    await buildWeb({ development: true });
    console.log(`web: built in ${Math.round(performance.now() - started)} ms`);
  } catch (thrown) {
    console.error(thrown);
  }
}

/** Shows the server's log without the pages' asking for news. */
async function quietly(output: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of output) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) if (!line.includes('"route":"/*"')) console.log(line);
  }
}
