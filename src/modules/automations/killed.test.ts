import { expect } from "bun:test";
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { claimedFolder } from "../../testing/claimed.ts";
import { kills } from "../../testing/kills.ts";
import { owner, startBox } from "../../testing/running.ts";
import { test } from "../../testing/world.ts";

const rounds = kills(10);
const ticketsEach = 60;

test("killed again and again in the middle of its runs: each automation has run once on each ticket", async () => {
  const data = await claimedFolder();
  let box = await startBox(data);
  const { token } = (await box.stranger.post<{ token: string }>("/auth/login", owner)).body;
  const rui = box.as(token);
  const contact = await rui.post<{ id: number }>("/contacts", {
    name: "Bia",
    number: "5511988880001",
  });
  expect(
    await rui.post("/automations", {
      name: "Nota",
      active: true,
      event: "newTicket",
      steps: [
        { kind: "note", note: "Um" },
        { kind: "note", note: "Dois" },
      ],
    }),
  ).toMatchObject({ status: 201 });
  let interrupted = 0;
  for (let round = 0; round < rounds; round++) {
    await box.kill();
    company(data, (file) => openTickets(file, contact.body.id));
    const before = done(data);
    box = await startBox(data);
    await box.as(token).get("/tickets");
    while (done(data) === before) await Bun.sleep(1);
    await box.kill();
    if (done(data) < before + ticketsEach) interrupted += 1;
    box = await startBox(data);
    await box.as(token).get("/tickets");
    while (done(data) < before + ticketsEach) await Bun.sleep(20);
  }
  await box.stop();
  const total = rounds * ticketsEach;
  expect(
    company(data, (file) => [
      file.query("SELECT state, count(*) AS n FROM automationRuns GROUP BY state").all(),
      file.query("SELECT note, count(*) AS n FROM ticketNotes GROUP BY note ORDER BY note").all(),
      file.query("SELECT count(DISTINCT ticketId) AS n FROM ticketNotes").get(),
    ]),
  ).toEqual([
    [{ state: "done", n: total }],
    [
      { note: "Dois", n: total },
      { note: "Um", n: total },
    ],
    { n: total },
  ]);
  expect(interrupted).toBeGreaterThan(0);
}, 180_000);

/** Tickets of a customer, each with the event that it was opened. */
function openTickets(file: Database, contactId: number) {
  const now = Date.now();
  for (let count = 0; count < ticketsEach; count++) {
    const { id } = file
      .query<{ id: number }, [string, number, number, number, number]>(
        "INSERT INTO tickets (uuid, status, contactId, lastMessageAt, createdAt, updatedAt) VALUES (?, 'pending', ?, ?, ?, ?) RETURNING id",
      )
      .get(crypto.randomUUID(), contactId, now, now, now)!;
    file.run(
      "INSERT INTO ticketEvents (ticketId, kind, at, status) VALUES (?, 'opened', ?, 'pending')",
      [id, now],
    );
  }
}

const done = (data: string) =>
  company(
    data,
    (file) =>
      (
        file.query("SELECT count(*) AS n FROM automationRuns WHERE state = 'done'").get() as {
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
