import { expect } from "bun:test";
import { getBinaryNodeChildren, type BinaryNode } from "@whiskeysockets/baileys";
import { linked, test } from "./plain-client.ts";

test("a group talks with sender keys, and a new member hears what comes after", async () => {
  const { wa, shop, client } = await linked();
  const [bia, caio, davi] = [wa.phone("Bia"), wa.phone("Caio"), wa.phone("Davi", { hidden: true })];
  const family = wa.group("Família", [bia, caio], { shop });
  const sealed: string[] = [];
  client.sock.ws.on("CB:message", (stanza: BinaryNode) =>
    sealed.push(
      getBinaryNodeChildren(stanza, "enc")
        .map(({ attrs }) => attrs.type)
        .join("+"),
    ),
  );
  await bia.says("Quem traz o pão?", { to: family });
  const message = await client.hears("Quem traz o pão?");
  expect(message.key).toMatchObject({
    remoteJid: family.jid,
    participant: bia.lid,
    participantAlt: bia.jid,
  });
  await caio.receives("Quem traz o pão?");
  await bia.says("E o café?", { to: family });
  await client.hears("E o café?");
  // The member sends the key once, until somebody leaves.
  expect(sealed).toEqual(["pkmsg+skmsg", "skmsg"]);

  for (const text of ["Nós", "E o bolo", "Também"]) {
    const id = await client.sends(family.jid, text);
    expect((await bia.receives(text)).id).toBe(id);
    await caio.receives(text);
  }
  await family.adds([davi]);
  await family.renames("Família e pão");
  expect(await client.sock.groupMetadata(family.jid)).toMatchObject({
    subject: "Família e pão",
    addressingMode: "lid",
    participants: [
      { id: bia.lid, phoneNumber: bia.jid, admin: "superadmin" },
      { id: caio.lid },
      { id: shop.lid },
      { id: davi.lid, phoneNumber: undefined },
    ],
  });
  await client.sends(family.jid, "Bem-vindo");
  const id = (await davi.receives("Bem-vindo")).id;
  await davi.says("Obrigado", { to: family, quote: id });
  await client.hears("Obrigado");
  await bia.receives("Obrigado");

  await family.removes([caio]);
  await bia.says("Sem o Caio", { to: family });
  await client.hears("Sem o Caio");
  expect(sealed.at(-1)).toMatch(/msg\+skmsg/);
  expect([caio.inbox.map(({ text }) => text).includes("Sem o Caio"), caio.badMacs]).toEqual([
    false,
    0,
  ]);
  await client.sock.groupUpdateSubject(family.jid, "Nova");
  await client.sock.groupLeave(family.jid);
  expect([family.subject, Object.keys(await client.sock.groupFetchAllParticipating())]).toEqual([
    "Nova",
    [],
  ]);
  expect(wa.unknown).toEqual([]);
});

test("in a group too, what cannot be opened comes again", async () => {
  const { wa, shop, client } = await linked();
  const bia = wa.phone("Bia");
  const family = wa.group("Família", [bia, wa.phone("Caio")], { shop });
  await bia.says("Um", { to: family });
  await client.hears("Um");
  client.loses("sender-key");
  await bia.says("Dois", { to: family });
  await client.hears("Dois");
  await client.sends(family.jid, "Três");
  await bia.receives("Três");
  bia.forgets();
  await client.sends(family.jid, "Quatro");
  await bia.receives("Quatro");
});
