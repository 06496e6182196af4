import { initAuthCreds } from "@whiskeysockets/baileys";
import { expect, test } from "bun:test";
import { join } from "node:path";
import { logger } from "./log-filter.ts";

const loadFilter = `await import(${JSON.stringify(join(import.meta.dir, "log-filter.ts"))});`;

/**
 * The output of a process that opens a second session with the same person, with all of libsignal's
 * messages.
 */
async function printed(before: string): Promise<string> {
  const script = `
    ${before}
    const { SessionCipher, SessionRecord, ProtocolAddress } = await import("libsignal");
    const key = (fill) => Buffer.alloc(32, fill);
    const session = SessionRecord.createEntry();
    Object.assign(session, {
      registrationId: 1, indexInfo: { baseKey: key(1), remoteIdentityKey: key(2), closed: -1, used: 1, created: 1 },
      currentRatchet: { rootKey: Buffer.from("a-root-key-that-is-secret"), ephemeralKeyPair: { pubKey: key(3), privKey: Buffer.from("a-private-key-of-ours") }, lastRemoteEphemeralKey: key(4), previousCounter: 0 },
    });
    const record = new SessionRecord();
    record.setSession(session);
    record.closeSession(session);
    record.closeSession(session);
    record.openSession(session);
    record.openSession(session);
    SessionRecord.deserialize({ _sessions: {} });
    await new SessionCipher({}, new ProtocolAddress("900002_1", 0)).decryptWithSessions(Buffer.alloc(60), [session]).catch(() => {});
    console.info("what the box says", { open: true });
    console.error("and its errors");
  `;
  const child = Bun.spawn([process.execPath, "-e", script], {
    cwd: import.meta.dir,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return out + errors;
}

test("libsignal prints no session, and the box still prints its own", async () => {
  const bare = await printed("");
  for (const line of [
    "Closing session:",
    "Opening session:",
    "Session already closed",
    "Migrating session to:",
    "Failed to decrypt message",
    "Session error:",
    "currentRatchet",
    "privKey",
  ])
    expect(bare).toContain(line);
  expect(await printed(loadFilter)).toBe("what the box says {\n  open: true,\n}\nand its errors\n");
});

test("a session is not printed under any words", async () => {
  const something =
    "process.on('exit', () => console.log('Something new:', { currentRatchet: { rootKey: 'xyz' } }));";
  const [bare, quiet] = await Promise.all([
    printed(something),
    printed(`${loadFilter} ${something}`),
  ]);
  expect([bare.includes("xyz"), quiet.includes("Something new")]).toEqual([true, false]);
});

test("of Baileys' log only its own words come through, and what kind of error it was", () => {
  const lines: unknown[] = [];
  const log = logger((...args) => void lines.push(args));
  const { noiseKey } = initAuthCreds();
  const child = log.child({ creds: noiseKey });
  for (const quiet of ["trace", "debug", "info"] as const)
    child[quiet]({ key: noiseKey }, "sending a key");
  child.error(
    {
      err: Object.assign(new Error("Bia said Oi"), {
        output: { statusCode: 428 },
        data: { key: noiseKey },
      }),
      key: { remoteJid: "900002@lid" },
      node: "<message/>",
    },
    "failed to decrypt message",
  );
  child.warn(
    { trace: "at x", error: Object.assign(new TypeError("secret"), { code: "ERR_X" }) },
    "failed to sync",
  );
  child.warn("Invalid LID-PN mapping: 900002@lid, 5511988880001@s.whatsapp.net");
  child.warn(
    `Skipping deletion of non-existent pre-key: 81234 ${Buffer.from(noiseKey.private).toString("base64")}`,
  );
  child.error(new Error("secret"));
  child.error({ key: noiseKey });
  child.error(null);
  expect(log.level).toBe("silent");
  expect(lines).toEqual([
    ["error", "whatsapp library", { said: "failed to decrypt message", error: "Error", code: 428 }],
    ["warn", "whatsapp library", { said: "failed to sync", error: "TypeError", code: "ERR_X" }],
    ["warn", "whatsapp library", { said: "Invalid LID-PN mapping: … …" }],
    ["warn", "whatsapp library", { said: "Skipping deletion of non-existent pre-key: … …" }],
    ["error", "whatsapp library", { said: "", error: "Error" }],
    ["error", "whatsapp library", { said: "" }],
    ["error", "whatsapp library", { said: "" }],
  ]);
});
