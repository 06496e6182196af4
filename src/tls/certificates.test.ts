import { expect, mock, test } from "bun:test";
import { folder } from "../testing/world.ts";
import { certificates } from "./certificates.ts";

test("a certificate that is for all the machine's names is shown without the library that makes them", async () => {
  const certs = certificates(folder());
  const made = await certs.current();
  const permitted = mock(() => () => true);
  await mock.module("./authority.ts", () => ({ permitted }));
  expect(await certs.current()).toEqual(made);
  expect(permitted).not.toHaveBeenCalled();
});
