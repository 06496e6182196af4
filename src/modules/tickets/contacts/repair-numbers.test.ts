import { expect } from "bun:test";
import { planJob } from "../../../kit/db/jobs.ts";
import { box, test } from "../../../testing/world.ts";
import { repairNumbers } from "./repair-numbers.ts";

const good = "5511966661111";

async function repaired(prepare: (shop: Awaited<ReturnType<typeof box>>) => void) {
  const shop = await box();
  shop.control.sqlite.run("UPDATE companies SET phone = '551133334444' WHERE id = 1");
  prepare(shop);
  shop.db.write((tx) =>
    planJob(tx, { kind: "repairNumbers", queueKey: "repairNumbers", runAt: 0, payload: {} }),
  );
  const job = shop.db.sqlite.query<{ id: number }, []>("SELECT id FROM jobs").get()!;
  await repairNumbers(shop.db, {
    ...job,
    kind: "",
    queueKey: "",
    runAt: 0,
    attempts: 0,
    payload: {},
  });
  const all = <Row>(sql: string) => shop.db.sqlite.query<Row, []>(sql).all();
  return { shop, all };
}

/** A contact as an import of the past stored it. */
function stored(shop: Awaited<ReturnType<typeof box>>, name: string, number: string): number {
  const { id } = shop.contact({ name });
  shop.db.sqlite.run("UPDATE contacts SET number = ? WHERE id = ?", [number, id]);
  shop.db.sqlite.run("UPDATE identifiers SET value = ? WHERE contactId = ?", [number, id]);
  return id;
}

test("a number with a trunk zero is repaired, and admins see which", async () => {
  const { shop, all } = await repaired((shop) => {
    for (const [name, number] of [
      ["Um", "011966661111"],
      ["Dois", "55011966662222"],
      ["Três", "01511966663333"],
      ["Quatro", "000"],
    ] as const)
      stored(shop, name, number);
  });
  expect(
    all("SELECT name, number FROM contacts WHERE name IN ('Um', 'Dois', 'Três', 'Quatro')"),
  ).toEqual([
    { name: "Um", number: good },
    { name: "Dois", number: "5511966662222" },
    { name: "Três", number: "5511966663333" },
    { name: "Quatro", number: "000" },
  ]);
  expect(all("SELECT value FROM identifiers WHERE value GLOB '55119666*' ORDER BY value")).toEqual([
    { value: good },
    { value: "5511966662222" },
    { value: "5511966663333" },
  ]);
  expect(all("SELECT count(*) AS jobs FROM jobs")).toEqual([{ jobs: 0 }]);
  const { body } = await shop
    .as("rui")
    .get<{ records: { subject: string }[] }>("/audit?action=numberRepaired");
  expect(body.records).toHaveLength(3);
});

test("contacts who become equal are merged: the older stays, and the longer wait goes on", async () => {
  let [older, newer] = [0, 0];
  const { shop, all } = await repaired((shop) => {
    older = stored(shop, "Dona Maria", "011966661111");
    newer = stored(shop, "Maria", good);
    shop.receives("Oi, tem broa?", { from: "011966661111", at: shop.db.now() - 60_000 });
    shop.receives("Alguém aí?", { from: good, at: shop.db.now() - 3_600_000 });
  });
  expect(all(`SELECT id, name, number FROM contacts WHERE id IN (${older}, ${newer})`)).toEqual([
    { id: older, name: "Dona Maria", number: good },
  ]);
  expect(all("SELECT contactId, waitingSince FROM tickets")).toEqual([
    { contactId: older, waitingSince: shop.db.now() - 3_600_000 },
  ]);
});

test("lists and opt-outs have a repaired number once, and nobody comes off the list by it", async () => {
  const { shop, all } = await repaired((shop) => {
    const { sqlite } = shop.db;
    sqlite.run(
      "INSERT INTO contactLists (id, name, createdAt, updatedAt) VALUES (1, 'Clientes', 0, 0)",
    );
    for (const number of ["011966661111", good, "011966662222"])
      sqlite.run(
        "INSERT INTO contactListItems (contactListId, name, number, numberKey, createdAt, updatedAt) VALUES (1, 'Um', ?, ?, 0, 0)",
        [number, number],
      );
    for (const [number, backAt] of [
      ["011966661111", null],
      [good, 5],
    ] as const)
      sqlite.run(
        "INSERT INTO optOuts (number, numberKey, source, at, backAt, createdAt, updatedAt) VALUES (?, ?, 'hand', 0, ?, 0, 0)",
        [number, number, backAt],
      );
  });
  expect(all("SELECT number FROM contactListItems ORDER BY number")).toEqual([
    { number: good },
    { number: "5511966662222" },
  ]);
  expect(all("SELECT number, backAt FROM optOuts")).toEqual([{ number: good, backAt: null }]);
  expect(shop.db.sqlite.query("SELECT contactsCount FROM contactLists").get()).toEqual({
    contactsCount: 2,
  });
});
