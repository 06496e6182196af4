import { expect, test } from "bun:test";
import type { Unreadable } from "./ratchet.ts";
import { handed, handOut, openFromGroup, ownKey, sealForGroup } from "./sender-keys.ts";

test("who holds a member's key opens what it writes, late and out of order, and nothing twice", () => {
  const mine = ownKey();
  const theirs = [handed(handOut(mine))];
  const three = ["Um", "Dois", "Três"].map((text) => sealForGroup(mine, Buffer.from(text)));
  expect([2, 0, 1].map((place) => openFromGroup(theirs, three[place]!).toString())).toEqual([
    "Três",
    "Um",
    "Dois",
  ]);
  expect(why(() => openFromGroup(theirs, three[0]!))).toBe("replay");
});

test("who is handed the key later opens only what comes after", () => {
  const mine = ownKey();
  const before = sealForGroup(mine, Buffer.from("Antes"));
  const theirs = [handed(handOut(mine))];
  expect(why(() => openFromGroup(theirs, before))).toBe("replay");
  expect(openFromGroup(theirs, sealForGroup(mine, Buffer.from("Depois"))).toString()).toBe(
    "Depois",
  );
});

test("what is forged, or written with a key that nobody handed out, stays shut", () => {
  const mine = ownKey();
  const theirs = [handed(handOut(mine))];
  const forged = sealForGroup(mine, Buffer.from("Um"));
  forged[forged.length - 1]! ^= 1;
  expect(why(() => openFromGroup(theirs, forged))).toBe("mac");
  expect(why(() => openFromGroup(theirs, sealForGroup(ownKey(), Buffer.from("Um"))))).toBe(
    "session",
  );
});

function why(attempt: () => unknown) {
  try {
    attempt();
  } catch (error) {
    return (error as Unreadable).why;
  }
}
