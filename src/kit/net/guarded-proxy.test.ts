import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { afterwards, test } from "../../testing/world.ts";
import { behindGuards } from "./guarded-proxy.ts";
import { outboundGuard } from "./outbound.ts";

const pem = (name: string) => readFileSync(join(repository, "src/testing/whatsapp-server", name));

/** A server on loopback with a given answer, which counts its requests. */
function server(answer: () => Response, secure = false) {
  const requests = { count: 0 };
  const running = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    ...(secure && { tls: { key: pem("key.pem"), cert: pem("cert.pem") } }),
    fetch: () => (requests.count++, answer()),
  });
  afterwards(() => running.stop(true));
  return { place: `127.0.0.1:${running.port}`, asked: requests };
}

test("what Bun's own clients ask goes where the guards let it, also after a redirection", async () => {
  const secret = server(() => new Response("segredo"));
  const away = server(() => Response.redirect(`http://${secret.place}/`, 307));
  const plain = server(() => new Response("oi"));
  const tls = server(() => new Response("oi"), true);
  const guard = outboundGuard([away.place, plain.place, tls.place], []);
  const bucket = (url: string) =>
    new Bun.S3Client({
      endpoint: url,
      bucket: "b",
      accessKeyId: "a",
      secretAccessKey: "s",
      region: "r",
    })
      .file("x")
      .text()
      .catch(() => "refused");
  const got = await behindGuards({ secure: guard, plain: guard }, async () => [
    await bucket(`http://${plain.place}`),
    await bucket(`https://${tls.place}`),
    await bucket(`http://${secret.place}`),
    await bucket(`http://${away.place}`),
    await bucket(`https://${secret.place}`),
  ]);
  expect(got).toEqual(["oi", "oi", "refused", "refused", "refused"]);
  expect([away.asked.count, secret.asked.count]).toEqual([1, 0]);
  expect(await bucket(`http://${secret.place}`)).toBe("segredo");
});

test("other work behind guards is refused while some runs, and any in a process that serves", async () => {
  const guard = outboundGuard([], []);
  const guards = { secure: guard, plain: guard };
  const { promise: ends, resolve: end } = Promise.withResolvers<string>();
  const first = behindGuards(guards, () => ends);
  const second = behindGuards(guards, async () => "second").catch(({ message }) => message);
  expect(await second).toBe("other work runs behind guards in this process");
  end("first");
  expect(await first).toBe("first");
  expect(await behindGuards(guards, async () => "third")).toBe("third");
  const server = Bun.spawnSync([
    process.execPath,
    "-e",
    `const { behindGuards, forbidGuardedProxy } = await import(${JSON.stringify(join(import.meta.dir, "guarded-proxy.ts"))});
     forbidGuardedProxy();
     await behindGuards({}, async () => "served").then(console.log, ({ message }) => console.log(message));`,
  ]);
  expect(server.stdout.toString()).toBe("a process that serves may not change its proxy\n");
});
