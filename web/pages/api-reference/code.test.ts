import { expect, test } from "bun:test";
import { callIn } from "./code.ts";

/** A box that answers with what it got. */
function echo() {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) =>
      Response.json({
        method: request.method,
        token: request.headers.get("authorization"),
        body: request.method === "GET" ? null : await request.json(),
      }),
  });
  return { url: `http://127.0.0.1:${server.port}/api/v1/messages`, stop: () => server.stop(true) };
}

const body = { number: "5511988880001", body: 'It\'s “pão” {1} "já"', openTicket: true };
const programs = {
  curl: ["bash", "-c"],
  Node: [process.execPath, "-e"],
  Python: ["python3", "-c"],
};

for (const [language, command] of Object.entries(programs))
  test(`the ${language} example makes its call`, async () => {
    const { url, stop } = echo();
    const code = callIn[language as keyof typeof programs]({ url, method: "POST", body });
    if (!Bun.which(command[0]!)) throw new Error(`${command[0]} is missing`);
    const child = Bun.spawn([...command, code], { env: { ...process.env, TOKEN: "bal_x" } });
    const text = await new Response(child.stdout).text();
    await child.exited;
    await stop();
    expect(text).toContain("bal_x");
    expect(text).toContain("5511988880001");
    expect(text).toMatch(/It.{0,2}s “pão”/);
  });
