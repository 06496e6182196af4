import { expect } from "bun:test";
import { whatsappConnection } from "../../testing/whatsapp/connection.ts";
import { Recording } from "../../testing/whatsapp-server/recording.ts";
import { afterwards, test } from "../../testing/world.ts";
import { notOpened } from "../../shared/states.ts";

test("what brings the box down again and again holds up nothing else, and is told when it can be", async () => {
  const { bia, start } = await shop();
  const bomb = "A mensagem que derruba";
  const falls = async (body: string) =>
    body === bomb && (await new Promise<void>((over) => afterwards(over)));
  const first = await start(falls);
  for (const text of ["Oi", bomb, "Tem pão?"]) await bia.says(text);
  await first.receives(bomb);

  const bodies = [];
  for (let fall = 0; fall < 5; fall++) {
    const box = await start(falls);
    await box.receives(bomb);
    bodies.push(box.bodies.all.filter((body) => body !== "Oi"));
  }
  expect(bodies).toEqual(Array(5).fill([bomb]));

  const sound = await start();
  await sound.receives("Tem pão?");
  expect(
    await sound.setAside.until(
      (count) => count > 0,
      5000,
      () => "nobody says that something was set aside",
    ),
  ).toBe(1);
  expect([sound.bodies.all, await sound.channel.setAside()]).toEqual([
    ["Tem pão?"],
    [
      {
        from: { ids: [{ type: "phone", value: "5511988880001" }], name: "Bia" },
        at: expect.any(Number),
      },
    ],
  ]);

  await sound.channel.retrySetAside();
  expect([sound.bodies.all, sound.setAside.all.at(-1), await sound.channel.setAside()]).toEqual([
    ["Tem pão?", bomb],
    0,
    [],
  ]);
});

test("what the box refuses is told again by the next box, and nothing after it waits", async () => {
  const { bia, start } = await shop();
  const full = await start(async (body) => {
    if (body === "Oi") throw new Error("the disk is full");
  });
  for (const text of ["Oi", "Tem pão?"]) await bia.says(text);
  await full.receives("Tem pão?");
  await full.channel.stop();
  const next = await start();
  await next.receives("Oi");
  expect(next.bodies.all).toEqual(["Oi"]);
});

test("what a customer sends by a broadcast list is theirs, a status is nobody's", async () => {
  const { bia, start } = await shop();
  const { receives, messages, edits } = await start();
  const list = "1600000000@broadcast";
  await bia.says("Viram isto?", { list: "status@broadcast" });
  const id = await bia.says("Mudei de endereso", { list });
  await receives("Mudei de endereso");
  expect(messages.all).toMatchObject([
    {
      id,
      chat: { name: "Bia", ids: [{ type: "phone", value: "5511988880001" }, { type: "lid" }] },
      from: { name: "Bia" },
    },
  ]);
  await bia.edits(id, "Mudei de endereço", { list });
  await edits.until(
    (body) => body === "Mudei de endereço",
    5000,
    () => "the edit is not told",
  );
  await bia.learns(id, "delivered");
});

test("what never opens is told as such after the last try, and what then comes after all is told again", async () => {
  const { bia, start } = await shop();
  const { messages, receives } = await start();
  await bia.says("Oi");
  await receives("Oi");
  bia.handset.garbles = Infinity;
  const id = await bia.says("Ilegível");
  const closed = await messages.until(
    (each) => each.id === id,
    10_000,
    () => "nobody tells of it",
  );
  expect(closed).toMatchObject({
    from: { name: "Bia" },
    content: { kind: "unsupported", what: notOpened },
  });
  bia.handset.garbles = 0;
  await bia.says("Ilegível", { id });
  await receives("Ilegível");
  expect(messages.all.filter((each) => each.id === id)).toHaveLength(2);
});

test("what opens on the second try is told once", async () => {
  const { bia, start } = await shop();
  const { bodies, receives } = await start();
  // For the shop's phone and for us.
  bia.handset.garbles = 2;
  await bia.says("Oi");
  await receives("Oi");
  await bia.says("Tem pão?");
  await receives("Tem pão?");
  expect([bodies.all, bia.retries]).toEqual([["Oi", "Tem pão?"], 0]);
});

test("what nobody knows yet, or only the phone may show, is told as what this box can't show", async () => {
  const { bia, start } = await shop();
  const { messages } = await start();
  for (const [sent, what] of [
    [await bia.sends({}), "unknown"],
    [
      await bia.says("Só uma vez", { phoneOnly: "view_once_unavailable_fanout" }),
      "viewOnceMessage",
    ],
  ] as const) {
    expect(
      (
        await messages.until(
          ({ id }) => id === sent,
          5000,
          () => "not told",
        )
      ).content,
    ).toEqual({ kind: "unsupported", what });
  }
});

/** A connection, and a customer. */
test("a receipt is on disk before the network hears that it came", async () => {
  const { bia, start } = await shop();
  const isOpen = new Recording<boolean>();
  const { channel } = await start(undefined, (file) => {
    void file.together(() => file.write(() => {}));
    queueMicrotask(() => isOpen.add(file.sqlite.inTransaction));
  });
  await channel.send({
    id: "3EB0AAAA",
    to: [{ type: "phone", value: "5511988880001" }],
    content: { kind: "chat", body: "Bom dia!" },
    quoted: undefined,
  });
  await bia.receives(/^Bom dia!$/);
  expect(
    await isOpen.until(
      () => true,
      5000,
      () => "no receipt came",
    ),
  ).toBe(false);
});

async function shop() {
  const { wa, start } = await whatsappConnection();
  return { bia: wa.phone("Bia", { number: "5511988880001" }), start };
}
