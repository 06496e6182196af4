import { expect } from "bun:test";
import { Refused, Unreachable } from "../../channel/channel.ts";
import { noConnections, fakeChannel } from "../../testing/fake-channel.ts";
import { balcao, fabrica, refusal, test, world } from "../../testing/world.ts";
import { onChannel, onAnyChannel, connectedIds } from "./on-channel.ts";
import { connections } from "./table.ts";

const { connectionManager } = fakeChannel({ pairingCode: async () => "ABCD1234" });
const conflict = (reason: string) => ({ kind: "conflict", reason }) as const;

test("an answer of the network is returned, a refusal is a conflict", async () => {
  const { db } = world();
  expect(
    await onChannel(db, connectionManager, balcao, (channel) => channel.pairingCode("1")),
  ).toBe("ABCD1234");
  const tried = (thrown: Error, refused?: string) =>
    refusal(() =>
      onChannel(db, connectionManager, balcao, () => Promise.reject(thrown), { refused }),
    );
  expect(await tried(new Refused("ERR_ODD"))).toEqual(conflict("ERR_ODD"));
  expect(await tried(new Refused("ERR_ODD"), "ERR_EDITING_WAPP_MSG")).toEqual(
    conflict("ERR_EDITING_WAPP_MSG"),
  );
  expect(await tried(new Unreachable(), "ERR_EDITING_WAPP_MSG")).toEqual(
    conflict("ERR_WAPP_DISCONNECTED"),
  );
  expect(await refusal(() => onChannel(db, noConnections, balcao, async () => {}))).toEqual(
    conflict("ERR_WAPP_DISCONNECTED"),
  );
  expect(await refusal(() => onChannel(db, connectionManager, null, async () => {}))).toEqual(
    conflict("ERR_NO_WAPP_FOUND"),
  );
  expect(
    onChannel(db, connectionManager, balcao, () => Promise.reject(new TypeError("our mistake"))),
  ).rejects.toBeInstanceOf(TypeError);
});

test("no request waits for ever", async () => {
  const { db } = world();
  expect(
    await refusal(() =>
      onChannel(db, connectionManager, balcao, () => new Promise(() => {}), { within: 10 }),
    ),
  ).toEqual(conflict("ERR_WAPP_DISCONNECTED"));
});

test("connected connections are asked in turn, the default first", async () => {
  const { db, connection } = world();
  const third = connection({ status: "DISCONNECTED" });
  expect(connectedIds(db)).toEqual([balcao, fabrica]);
  db.update(connections).set({ isDefault: false }).run();
  db.run(`UPDATE connections SET isDefault = id = ${fabrica}`);
  expect(connectedIds(db)).toEqual([fabrica, balcao]);

  const ids: number[] = [];
  const lines = (refusing: number[]) => ({
    ...noConnections,
    channel: (_: number, id: number) =>
      fakeChannel({
        picture: async () => {
          ids.push(id);
          if (refusing.includes(id)) throw new Refused(`ERR_${id}`);
          return undefined;
        },
      }).connectionManager.channel(1, id),
  });
  const ask = (refusing: number[]) =>
    refusal(() => onAnyChannel(db, lines(refusing), "picture", (channel) => channel.picture([])));
  expect(await ask([fabrica])).toBeUndefined();
  expect(await ask([fabrica, balcao])).toEqual(conflict(`ERR_${balcao}`));
  expect(ids).toEqual([fabrica, balcao, fabrica, balcao]);
  expect(ids).not.toContain(third.id);
});
