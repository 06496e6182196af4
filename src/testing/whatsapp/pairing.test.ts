import { expect } from "bun:test";
import type { Frame } from "../../shared/wire.ts";
import { test, until } from "../world.ts";
import { network, sessionIs, shop } from "./shop.ts";

const number = "5511999990001";

test("a phone reads the QR code, and the screen says so", async () => {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa);
  const listener = await bakery.listener();
  const line = await bakery.line();
  const frame = await listener.receives(sessionIs("qrcode"), 10_000);
  expect(frame.session).toMatchObject({ id: line, qrUntil: expect.stringMatching(/^2\d{3}-.*Z$/) });
  await account.scans((frame.session as { qrcode: string }).qrcode);
  await listener.receives(sessionIs("PAIRING"));
  const [companion] = await until(
    () => account.companions.some(({ online }) => online) && account.companions,
  );
  expect(await listener.receives(sessionIs("CONNECTED"))).toMatchObject({
    session: { qrcode: "", reason: null },
  });
  expect(await bakery.seen(line)).toMatchObject({ status: "CONNECTED", qrcode: "", number });
  expect(companion).toMatchObject({ registrations: 1 });
  // No stored event has a code that was shown.
  const late = await fetch(`${bakery.box.url}/api/events?since=0`, {
    headers: { authorization: `Bearer ${bakery.rui.token as string}` },
  });
  expect(await late.text()).not.toContain("wa.me");
}, 60_000);

test("a code is typed on the phone instead", async () => {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa);
  const line = await bakery.line();
  await bakery.is(line, "qrcode");
  const { status, body } = await bakery.rui.post<{ code: string }>(
    `/whatsappsession/${line}/code`,
    { number: "+55 11 99999-0001" },
  );
  expect([status, body.code]).toEqual([200, expect.stringMatching(/^[1-9A-HJ-NP-TV-Z]{8}$/)]);
  await account.pairs(body.code);
  await bakery.is(line, "CONNECTED");
}, 60_000);

test("WhatsApp asks for a new registration while the code is shown", async () => {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa);
  wa.faults.refreshesRegistration();
  const listener = await bakery.listener();
  const line = await bakery.line();
  const secretOf = ({ session }: Frame) => (session as { qrcode: string }).qrcode.split(",")[3];
  const first = secretOf(await listener.receives(sessionIs("qrcode"), 10_000));
  const { session } = await listener.receives(
    (frame) => sessionIs("qrcode")(frame) && secretOf(frame) !== first,
  );
  await account.scans((session as { qrcode: string }).qrcode);
  await bakery.is(line, "CONNECTED");
}, 60_000);

test("it comes back after a restart without a new code, and gives its link up when told", async () => {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa);
  const line = await bakery.linked(account);
  await bakery.restarted();
  await bakery.is(line, "CONNECTED");
  expect(account.companions).toMatchObject([{ registrations: 1 }]);
  await bakery.rui.delete(`/whatsappsession/${line}`);
  expect(await bakery.seen(line)).toMatchObject({ status: "DISCONNECTED", qrcode: "" });
  await until(() => account.companions.every(({ online }) => !online));
  await bakery.restarted();
  // No user would read a code without a request.
  expect(await bakery.seen(line)).toMatchObject({ status: "DISCONNECTED", qrcode: "" });
  await bakery.rui.put(`/whatsappsession/${line}`);
  await account.scans(await bakery.code(line));
  await bakery.is(line, "CONNECTED");
  await bakery.rui.post("/whatsapp-restart/");
  await bakery.is(line, "CONNECTED");
}, 90_000);
