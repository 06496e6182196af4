import { expect } from "bun:test";
import { Database } from "bun:sqlite";
import { join } from "node:path";
import { blocked } from "../../kit/process/watchdog.ts";
import type { SetAside } from "../../modules/connections/table.ts";
import { test, until } from "../world.ts";
import { runWatched } from "../watched-run.ts";
import { network, shop } from "./shop.ts";

const bomb = "A mensagem que trava";

/** Works on the file of the company while no box runs. */
function inFile(data: string, work: (sqlite: Database) => void) {
  const sqlite = new Database(join(data, "companies", "1.sqlite"));
  work(sqlite);
  sqlite.close();
}

/** Storing the bomb in its conversation never ends. */
const poison = `CREATE TRIGGER poison BEFORE INSERT ON messages WHEN new.body = '${bomb}' BEGIN
  SELECT (WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c);
END`;

test("a message that blocks the box for the third time holds up no other, is set aside and comes when it can", async () => {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa);
  const line = await bakery.linked(account);
  const bia = wa.phone("Bia", { number: "5511988880001" });
  await bia.says("Oi");
  const ticket = await bakery.taken("Bia");
  await bakery.box.stop();
  inFile(bakery.data, (sqlite) => sqlite.run(poison));
  for (const text of [bomb, "Tem pão?"]) await bia.says(text);
  for (const _ of [1, 2, 3]) expect(await runWatched(bakery.data, wa.env)).toBe(blocked);

  // The box no longer runs into it: the customer's next message arrives.
  await bakery.restarted();
  await bakery.message(ticket, ({ body }) => body === "Tem pão?", 15_000);
  const work = await until(async () => (await bakery.rui.get<Work[]>("/health/set-aside")).body[0]);
  expect(work.work).toContain("{stalledWork.inbound}");
  // Each start is one try. After the fifth the connection shows the message to admins.
  for (let starts = 0; (await bakery.seen(line)).setAside === 0 && starts < 4; starts++) {
    await bakery.restarted();
    await bakery.is(line, "CONNECTED");
    await bakery.message(ticket, ({ body }) => body === "Tem pão?");
  }
  expect(await bakery.seen(line)).toMatchObject({ status: "CONNECTED", setAside: 1 });
  expect(
    (await bakery.rui.get<SetAside[]>(`/whatsappsession/${line}/set-aside`)).body,
  ).toMatchObject([{ from: { name: "Bia" } }]);
  const bodies = async () => (await bakery.conversation(ticket)).map(({ body }) => body);
  expect(await bodies()).toEqual(["Oi", "Tem pão?"]);

  // An update of the box has mended it.
  await bakery.box.stop();
  inFile(bakery.data, (sqlite) => sqlite.run("DROP TRIGGER poison"));
  await bakery.restarted();
  await bakery.is(line, "CONNECTED");
  expect(await bakery.rui.post(`/health/set-aside/${work.id}`)).toMatchObject({ status: 200 });
  expect(await bakery.rui.post(`/whatsappsession/${line}/set-aside`)).toMatchObject({
    status: 200,
    body: { setAside: 0 },
  });
  expect(await bodies()).toEqual(["Oi", "Tem pão?", bomb]);
}, 120_000);

type Work = { id: number; work: string };
