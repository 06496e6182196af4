import { expect } from "bun:test";
import type { Frame } from "../../shared/wire.ts";
import type { Connection } from "../../modules/connections/table.ts";
import { test } from "../world.ts";
import { network, sessionIs, shop } from "./shop.ts";

const number = "5511999990001";

type Ending = {
  name: string;
  end: (wa: Awaited<ReturnType<typeof network>>) => void;
  status: Connection["status"];
  reason: Connection["reason"];
  linked: boolean;
};

/** The other side's ways to end a session, and the admin's view of each. rules.md#reconnecting */
const endings: Ending[] = [
  {
    name: "stream error 401",
    end: (wa) => wa.faults.streamError(401),
    status: "DISCONNECTED",
    reason: "loggedOut",
    linked: false,
  },
  {
    name: "device removed",
    end: (wa) => wa.faults.streamError("device_removed"),
    status: "DISCONNECTED",
    reason: "loggedOut",
    linked: false,
  },
  {
    name: "stream error 403",
    end: (wa) => wa.faults.streamError(403),
    status: "DISCONNECTED",
    reason: "banned",
    linked: true,
  },
  {
    name: "stream error 402",
    end: (wa) => wa.faults.streamError(402),
    status: "DISCONNECTED",
    reason: "paused",
    linked: true,
  },
  {
    name: "stream error 405",
    end: (wa) => wa.faults.streamError(405),
    status: "TIMEOUT",
    reason: "outdated",
    linked: true,
  },
  {
    name: "stream error 406",
    end: (wa) => wa.faults.streamError(406),
    status: "DISCONNECTED",
    reason: "loggedOut",
    linked: false,
  },
  {
    name: "stream error 409",
    end: (wa) => wa.faults.streamError(409),
    status: "DISCONNECTED",
    reason: "banned",
    linked: true,
  },
  {
    name: "stream error 411",
    end: (wa) => wa.faults.streamError(411),
    status: "DISCONNECTED",
    reason: "downgraded",
    linked: true,
  },
  {
    name: "replaced by another session",
    end: (wa) => wa.faults.streamError("conflict"),
    status: "TIMEOUT",
    reason: "replaced",
    linked: true,
  },
  {
    name: "stream error 503",
    end: (wa) => wa.faults.streamError(503),
    status: "TIMEOUT",
    reason: "network",
    linked: true,
  },
  {
    name: "an unknown stream error",
    end: (wa) => wa.faults.streamError("xml-not-well-formed"),
    status: "TIMEOUT",
    reason: "failing",
    linked: true,
  },
  {
    name: "the end of the stream",
    end: (wa) => wa.faults.endStream(),
    status: "TIMEOUT",
    reason: "network",
    linked: true,
  },
  {
    name: "a socket that closes",
    end: (wa) => wa.faults.closeSocket(),
    status: "TIMEOUT",
    reason: "network",
    linked: true,
  },
];

test("each way the other side ends a session leads to its own state, and only a lost link forgets the keys", async () => {
  const wa = await network();
  const account = wa.account({ number, name: "Pão Quente" });
  const bakery = await shop(wa);
  const line = await bakery.linked(account);
  const listener = await bakery.listener();
  /** Part of it lasts only until the next try. */
  const ends = async (
    name: string | number,
    status: Connection["status"],
    reason: Connection["reason"],
  ) => {
    const { session } = await listener.receives(
      (frame: Frame) => sessionIs(status)(frame) && (frame.session as Connection).reason === reason,
    );
    expect([name, session]).toMatchObject([name, { qrcode: "" }]);
  };
  for (const { name, end, status, reason, linked } of endings) {
    listener.forget();
    end(wa);
    await ends(name, status, reason);
    await bakery.rui.post(`/whatsappsession/${line}`);
    if (linked) await bakery.is(line, "CONNECTED");
    else {
      await account.scans(await bakery.code(line));
      await bakery.is(line, "CONNECTED");
    }
  }
  for (const [failure, status, reason] of [
    [401, "DISCONNECTED", "loggedOut"],
    [403, "DISCONNECTED", "banned"],
    [405, "TIMEOUT", "outdated"],
    [503, "TIMEOUT", "network"],
  ] as const) {
    wa.faults.failure(failure);
    listener.forget();
    await bakery.rui.post(`/whatsappsession/${line}`);
    await ends(failure, status, reason);
    await bakery.rui.post(`/whatsappsession/${line}`);
    if (failure === 401) await account.scans(await bakery.code(line));
    await bakery.is(line, "CONNECTED");
  }
}, 120_000);
