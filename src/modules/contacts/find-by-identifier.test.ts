import { expect } from "bun:test";
import { twinOf } from "../../shared/phone.ts";
import { bia, test, world } from "../../testing/world.ts";
import { findByIdentifiers } from "./find-by-identifier.ts";
import { identifiers } from "./table.ts";

test("a Brazilian mobile number has two forms, other numbers have one", () => {
  expect(twinOf("5511988880001")).toBe("551188880001");
  expect(twinOf("551188880001")).toBe("5511988880001");
  for (const number of [
    "551133334444",
    "5511933334444",
    "12125550123",
    "351912345678",
    "5511",
    "",
    "55119888800012",
  ])
    expect([number, twinOf(number)]).toEqual([number, undefined]);
});

test("any identifier finds its contact, and each contact once", () => {
  const { db, contact } = world();
  const dani = contact({ name: "Dani", number: "551177770002" });
  db.insert(identifiers).values({ type: "lid", value: "77", contactId: bia.id }).run();
  const ids = (...all: Parameters<typeof findByIdentifiers>[1]) =>
    findByIdentifiers(db, all).map(({ id }) => id);
  expect(ids({ type: "phone", value: bia.number }, { type: "lid", value: "77" })).toEqual([bia.id]);
  expect(ids({ type: "phone", value: "5511977770002" }, { type: "lid", value: "77" })).toEqual([
    bia.id,
    dani.id,
  ]);
  expect(ids({ type: "lid", value: bia.number }, { type: "group", value: "77" })).toEqual([]);
});
