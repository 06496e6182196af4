import { expect } from "bun:test";
import { minute, refusal, second, test, world } from "../../testing/world.ts";
import { account, address, refund, setup, spend } from "./throttle.ts";

const ana = account("ana@paoquente.com.br");
const closed = (seconds: number) => ({ kind: "busy", reason: "ERR_TOO_MANY_TRIES", details: { seconds } }) as const;

test("five tries are free, then each doubles the wait, up to a minute", async () => {
  const { control, clock } = world();
  for (let time = 0; time < 5; time++) spend(control, ana);
  for (const wait of [1, 2, 4, 8, 16, 32, 60, 60]) {
    expect(await refusal(() => spend(control, ana))).toEqual(closed(wait));
    clock.pass(wait * second - 1);
    expect(await refusal(() => spend(control, ana))).toEqual(closed(1));
    clock.pass(1);
    spend(control, ana);
  }
});

test("asking while one must wait makes the wait no longer", async () => {
  const { control, clock } = world();
  for (let time = 0; time < 5; time++) spend(control, ana);
  for (let time = 0; time < 50; time++) await refusal(() => spend(control, ana));
  clock.pass(second);
  expect(await refusal(() => spend(control, ana))).toBeUndefined();
});

test("a quarter of an hour without a try forgives", async () => {
  const { control, clock } = world();
  for (let time = 0; time < 5; time++) spend(control, ana);
  clock.pass(15 * minute + 1);
  for (let time = 0; time < 5; time++) expect(await refusal(() => spend(control, ana))).toBeUndefined();
});

test("one closed limit spends nothing of the others", async () => {
  const { control } = world();
  const [here, there] = [address("1.1.1.1"), address("2.2.2.2")];
  for (let time = 0; time < 5; time++) spend(control, ana, here);
  for (let time = 0; time < 100; time++) await refusal(() => spend(control, ana, there));
  for (let time = 0; time < 29; time++) expect(await refusal(() => spend(control, account(`${time}@x`), there))).toBeUndefined();
  expect(await refusal(() => spend(control, account("neu@x"), there))).toBeUndefined();
  expect(await refusal(() => spend(control, account("other@x"), there))).toEqual(closed(1));
});

test("the right password forgives the account, and the address only that one try", async () => {
  const { control } = world();
  const here = address("1.1.1.1");
  for (let time = 0; time < 4; time++) spend(control, ana, here);
  spend(control, ana, here);
  refund(control, ana, here);
  for (let time = 0; time < 4; time++) spend(control, ana);
  expect(control.sqlite.query("SELECT key, count FROM attempts ORDER BY key").all()).toEqual([{ key: here.key, count: 4 }, { key: ana.key, count: 4 }].sort((a, b) => (a.key < b.key ? -1 : 1)));
});

test("a restart forgives nothing", async () => {
  const { control } = world();
  for (let time = 0; time < 10; time++) spend(control, setup);
  expect(control.sqlite.query("SELECT key, count FROM attempts").all()).toEqual([{ key: "setup", count: 10 }]);
  expect(await refusal(() => spend(control, setup))).toEqual(closed(1));
});
