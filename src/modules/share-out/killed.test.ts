import { expect } from "bun:test";
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { claimedFolder } from "../../testing/claimed.ts";
import { kills } from "../../testing/kills.ts";
import { owner, startBox } from "../../testing/running.ts";
import { test } from "../../testing/world.ts";

const rounds = kills(10);
const ticketsEach = 60;

test("killed again and again while it takes tickets back: each goes back once, with its event", async () => {
  const data = await claimedFolder();
  let box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const rui = box.as(token);
  const contact = await rui.post<{ id: number }>("/contacts", {
    name: "Bia",
    number: "5511988880001",
  });
  const queue = await rui.post<{ id: number }>("/queue", {
    name: "Atendimento",
    color: "#0f766e",
    share: "fewest",
    takeBackMinutes: 5,
  });
  expect(queue).toMatchObject({ status: 201, body: { share: "fewest", takeBackMinutes: 5 } });
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    await box.kill();
    company(data, (file) => handOut(file, contact.body.id, queue.body.id));
    const before = returned(data);
    box = await startBox(data);
    await box.as(token).get("/tickets");
    while (returned(data) === before) await Bun.sleep(1);
    await box.kill();
    if (returned(data) < before + ticketsEach) interrupted += 1;
    box = await startBox(data);
    await box.as(token).get("/tickets");
    while (returned(data) < before + ticketsEach) await Bun.sleep(20);
  }
  await box.stop();
  const total = rounds * ticketsEach;
  expect(
    company(data, (file) => [
      file.query("SELECT status, userId, count(*) AS n FROM tickets GROUP BY status, userId").all(),
      file.query("SELECT count(DISTINCT ticketId) AS n FROM ticketEvents").get(),
      file.query("SELECT count(*) AS n FROM handOuts").get(),
      returned(data),
    ]),
  ).toEqual([[{ status: "pending", userId: null, n: total }], { n: total }, { n: 0 }, total]);
  expect(interrupted).toBeGreaterThan(0);
}, 180_000);

/** Tickets that were handed to the owner, and are due. */
function handOut(file: Database, contactId: number, queueId: number) {
  const now = Date.now();
  for (let count = 0; count < ticketsEach; count++) {
    const { id } = file
      .query<{ id: number }, [string, number, number, number, number, number, number]>(
        `INSERT INTO tickets (uuid, status, userId, contactId, queueId, waitingSince, lastMessageAt, createdAt, updatedAt)
          VALUES (?, 'open', 1, ?, ?, ?, ?, ?, ?) RETURNING id`,
      )
      .get(crypto.randomUUID(), contactId, queueId, now, now, now, now)!;
    file.run("INSERT INTO handOuts (ticketId, userId, at, minutes, dueAt) VALUES (?, 1, ?, 5, ?)", [
      id,
      now,
      now,
    ]);
  }
}

const returned = (data: string) =>
  company(
    data,
    (file) =>
      (
        file.query("SELECT count(*) AS n FROM ticketEvents WHERE kind = 'returned'").get() as {
          n: number;
        }
      ).n,
  );

function company<T>(data: string, work: (file: Database) => T): T {
  const file = new Database(join(data, "companies", "1.sqlite"));
  try {
    file.run("PRAGMA busy_timeout = 5000");
    return work(file);
  } finally {
    file.close();
  }
}
