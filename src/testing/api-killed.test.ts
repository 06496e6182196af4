import { Database } from "bun:sqlite";
import { expect } from "bun:test";
import { join } from "node:path";
import { claimedFolder } from "./claimed.ts";
import { owner, startBox } from "./running.ts";
import { test } from "./world.ts";

/** The number of keys, and how often a client sends each. */
const keys = Number(process.env.API_KEYS ?? 150);
const times = 3;
const kills = 3;
const atOnce = 24;

test("a program that sends again and again over kills makes as many messages as it has keys", async () => {
  const data = await claimedFolder();
  let box = await startBox(data);
  const { token: session } = (await box.stranger.post<{ token: string }>("/auth/login", owner))
    .body;
  const { id: whatsappId } = (
    await box
      .as(session)
      .post<{ id: number }>("/whatsapp", { name: "Balcão", provider: "practice" })
  ).body;
  const { token } = (
    await box
      .as(session)
      .post<{ token: string }>(`/whatsapp/${whatsappId}/token`, { perMinute: 100_000 })
  ).body;
  const queue = Array.from({ length: keys * times }, (_, index) => index % keys);
  const accepted = new Map<number, Set<number>>();
  let [sent, killed, restarting] = [0, 0, Promise.resolve()];

  const restart = async () => {
    await box.kill();
    box = await startBox(data);
  };
  const send = async (key: number): Promise<void> => {
    await restarting;
    const by = box;
    try {
      const { status, body } = await by
        .as(token)
        .call<{ messageId: number }>(
          "POST",
          "/messages/send",
          { number: "5511988880001", body: `Mensagem ${key}` },
          { "idempotency-key": `chave-${key}` },
        );
      expect([key, status]).toEqual([key, 200]);
      accepted.set(key, (accepted.get(key) ?? new Set()).add(body.messageId));
    } catch (thrown) {
      // The kill came meanwhile: the box may or may not have stored it.
      if (by === box && killed === 0) throw thrown;
      return send(key);
    }
  };
  const work = async () => {
    for (let key = queue.shift(); key !== undefined; key = queue.shift()) {
      if ((sent += 1) >= ((killed + 1) * keys * times) / (kills + 1) && killed < kills) {
        killed += 1;
        restarting = restart();
      }
      await send(key);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await box.stop();

  const file = new Database(join(data, "companies", "1.sqlite"), { readonly: true });
  const rows = file
    .query<{ body: string; count: number }, []>(
      "SELECT body, count(*) AS count FROM messages GROUP BY body",
    )
    .all();
  file.close();
  expect(killed).toBe(kills);
  expect([rows.length, rows.every(({ count }) => count === 1)]).toEqual([keys, true]);
  expect([...accepted.values()].every((ids) => ids.size === 1)).toBe(true);
}, 120_000);
