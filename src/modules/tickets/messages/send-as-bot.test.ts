import { expect, spyOn } from "bun:test";
import { addMedia, media } from "../../../kit/db/media.ts";
import { atendimento, bia, day, second, test, world } from "../../../testing/world.ts";
import { messages } from "../../messages/table.ts";
import { usedFiles } from "../../messages/stored-files.ts";
import { cancelPending, sendAsBot } from "./send-as-bot.ts";
import { loadTicket } from "../tickets.ts";

test("a cancelled message is deleted with its file, unless something else uses that", async () => {
  const shop = world();
  const { db } = shop;
  const { id } = shop.ticket({ contactId: bia.id });
  const files = await Promise.all(
    ["a", "b", "c"].map((text) => db.files.keep(new TextEncoder().encode(text), `${text}.txt`)),
  );
  const ids = db.write((tx) =>
    files.map((file, index) => {
      const mediaId = addMedia(tx, file, db.now());
      sendAsBot(tx, loadTicket(db, id), file.name, {
        later: index * second,
        file: { mediaId, mediaType: "application" },
      });
      return mediaId;
    }),
  );
  shop.option({ queueId: atendimento, mediaId: ids[2]! });
  db.write((tx) => cancelPending(tx, id));
  expect(
    db
      .select()
      .from(messages)
      .all()
      .map(({ body }) => body),
  ).toEqual(["a.txt"]);
  expect(
    db
      .select()
      .from(media)
      .all()
      .map(({ name }) => name),
  ).toEqual(["a.txt", "c.txt"]);
  expect(loadTicket(db, id).lastMessage).toContain("a.txt");
  // Files are deleted by the sweep, so that moving a ticket does not wait for it.
  shop.clock.set(Date.now() + day + second);
  await db.files.sweep(await usedFiles(db));
  expect(
    await Promise.all(files.map(({ sha256 }) => Bun.file(db.files.path(sha256)).exists())),
  ).toEqual([true, false, true]);
});

test("what waits for a ticket is looked for by its contact, and no other message is read", () => {
  const { db, ticket } = world();
  const { id } = ticket({ contactId: bia.id });
  const prepared = spyOn(db.sqlite, "prepare");
  db.write((tx) => cancelPending(tx, id));
  const query = prepared.mock.calls
    .map(([query]) => query)
    .find((query) => query.includes(`"outbox"`))!;
  prepared.mockRestore();
  const steps = (db.sqlite.query(`EXPLAIN QUERY PLAN ${query}`).all() as { detail: string }[]).map(
    ({ detail }) => detail.replace(/ \(.*/, ""),
  );
  expect(steps.filter((step) => !step.includes("SUBQUERY"))).toEqual([
    "SEARCH outbox USING INDEX outbox_contact",
    "SEARCH tickets USING INTEGER PRIMARY KEY",
    "SEARCH messages USING INTEGER PRIMARY KEY",
  ]);
});
