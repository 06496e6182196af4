import { expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import type { Message } from "../../modules/messages/table.ts";
import { test, until } from "../world.ts";
import { network, shop } from "./shop.ts";

const size = 40_000_000;
/**
 * The MB that all of them may take together. Two files that are read whole and encrypted again take
 * more.
 */
const bound = 100;

test("four large files at once are streamed, in and out", async () => {
  const wa = await network();
  const account = wa.account({ number: "5511999990001", name: "Pão Quente" });
  const bakery = await shop(wa);
  await bakery.linked(account);
  const bia = wa.phone("Bia", { number: "5511988880001" });
  await bia.says("Oi");
  const ticket = await bakery.taken("Bia");
  const coming = memoryOf(bakery.box.pid);

  // Each file differs, so that none is stored already.
  const files = [1, 2, 3, 4].map((number) => new Uint8Array(size).fill(number));
  await Promise.all(
    files.map((file, index) =>
      bia.sendsDocument(file, { fileName: `${index}.bin`, mimetype: "application/octet-stream" }),
    ),
  );
  const come = await until(async () => {
    const all = (await bakery.conversation(ticket)).filter(({ mediaUrl }) => mediaUrl);
    return all.length === files.length && all;
  }, 120_000);
  expect(come.map(({ media }) => media!.size)).toEqual(files.map(() => size));
  expect(coming()).toBeLessThan(bound);

  const going = memoryOf(bakery.box.pid);
  const davi = wa.phone("Davi", { number: "5511988880004" });
  const contacts = [
    davi,
    ...[5, 6, 7].map((number) =>
      wa.phone(`Cliente ${number}`, { number: `551198888000${number}` }),
    ),
  ];
  const contactIds = await Promise.all(
    contacts.map(
      async ({ name, number }) =>
        (await bakery.rui.post<{ id: number }>("/contacts", { name, number })).body.id,
    ),
  );
  await Promise.all(
    come.map(({ id }, index) =>
      bakery.rui.post<Message>("/messages/forward", {
        messageId: id,
        contactIds: [contactIds[index]],
      }),
    ),
  );
  const got = await Promise.all(contacts.map((phone) => phone.receives(() => true, 120_000)));
  expect(new Uint8Array(await davi.downloads(got[0]!))).toEqual(
    await (await fetch(bakery.box.url + come[0]!.mediaUrl!)).bytes(),
  );
  expect(going()).toBeLessThan(bound);
}, 300_000);

/** The peak memory of a process since now, in MB above its memory now. */
function memoryOf(pid: number) {
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) /
    1000;
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
  const before = read("VmRSS");
  return () => Math.round(read("VmHWM") - before);
}
