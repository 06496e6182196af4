import { expect } from "bun:test";
import { day, minute, refusal, second, test, world } from "../../testing/world.ts";
import { account, address, code, network, refund, setup, spend } from "./throttle.ts";

const ana = account("ana@paoquente.com.br");
const closed = (seconds: number) =>
  ({ kind: "busy", reason: "ERR_TOO_MANY_TRIES", details: { seconds } }) as const;

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

test("trying again during a wait does not make it longer", async () => {
  const { control, clock } = world();
  for (let time = 0; time < 5; time++) spend(control, ana);
  for (let time = 0; time < 50; time++) await refusal(() => spend(control, ana));
  clock.pass(second);
  expect(await refusal(() => spend(control, ana))).toBeUndefined();
});

test("after a quarter of an hour without a try the count starts again", async () => {
  const { control, clock } = world();
  for (let time = 0; time < 5; time++) spend(control, ana);
  clock.pass(15 * minute + 1);
  for (let time = 0; time < 5; time++)
    expect(await refusal(() => spend(control, ana))).toBeUndefined();
});

test("a limit that is reached uses up no tries of the others", async () => {
  const { control } = world();
  const [here, there] = [address("1.1.1.1"), address("2.2.2.2")];
  for (let time = 0; time < 5; time++) spend(control, ana, here);
  for (let time = 0; time < 100; time++) await refusal(() => spend(control, ana, there));
  for (let time = 0; time < 29; time++)
    expect(await refusal(() => spend(control, account(`${time}@x`), there))).toBeUndefined();
  expect(await refusal(() => spend(control, account("neu@x"), there))).toBeUndefined();
  expect(await refusal(() => spend(control, account("other@x"), there))).toEqual(closed(1));
});

test("the right password clears the account, and takes back one try of the address", async () => {
  const { control } = world();
  const here = address("1.1.1.1");
  for (let time = 0; time < 4; time++) spend(control, ana, here);
  spend(control, ana, here);
  refund(control, ana, here);
  for (let time = 0; time < 4; time++) spend(control, ana);
  expect(control.sqlite.query("SELECT key, count FROM attempts ORDER BY key").all()).toEqual(
    [
      { key: here.key, count: 4 },
      { key: ana.key, count: 4 },
    ].sort((a, b) => (a.key < b.key ? -1 : 1)),
  );
});

test("a restart clears nothing", async () => {
  const { control } = world();
  for (let time = 0; time < 10; time++) spend(control, setup);
  expect(control.sqlite.query("SELECT key, count FROM attempts").all()).toEqual([
    { key: "setup", count: 10 },
  ]);
  expect(await refusal(() => spend(control, setup))).toEqual(closed(1));
});

test("after the clock was put back, nobody who signed in before is shut out, and no wait is longer than the longest", async () => {
  const { control, clock } = world();
  const here = address("1.1.1.1");
  spend(control, ana, here);
  refund(control, ana, here);
  expect(control.sqlite.query("SELECT * FROM attempts").all()).toEqual([]);
  for (let time = 0; time < 30; time++) spend(control, here);
  refund(control, ana, here);
  clock.pass(-minute);
  expect(await refusal(() => spend(control, here))).toBeUndefined();

  for (let time = 0; time < 20; time++) await refusal(() => spend(control, ana));
  expect(await refusal(() => spend(control, ana))).toEqual(closed(1));
  clock.pass(-day);
  for (let time = 0; time < 5; time++)
    expect(await refusal(() => spend(control, ana, here))).toBeUndefined();
  expect(await refusal(() => spend(control, ana, here))).toEqual(closed(1));
});

test("codes can be guessed some hundred times a day at most, and a day without a try clears the count", async () => {
  const { control, clock } = world();
  const hers = code(7);
  const until = clock.now() + day;
  let guesses = 0;
  while (clock.now() < until) {
    const refused = await refusal(() => spend(control, hers));
    if (refused) clock.pass((refused.details!.seconds as number) * second + 1);
    else guesses += 1;
  }
  expect(guesses).toBeWithin(90, 115);
  // A pause longer than every wait is not enough.
  clock.pass(day - minute);
  spend(control, hers);
  expect(await refusal(() => spend(control, hers))).toEqual(closed(900));
  clock.pass(day + 15 * minute + 1);
  for (let time = 0; time < 5; time++)
    expect(await refusal(() => spend(control, hers))).toBeUndefined();
});

test("all addresses of one IPv6 customer count as one, however they are written", () => {
  for (const [one, other] of [
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::9"],
    ["2001:db8::a:b:c:d", "2001:db8::1"],
    ["2001:db8::a:b:c:d", "2001:DB8:0:0:e::"],
    ["2001:db8:1::2:3:4", "2001:db8:1:0:9::"],
    ["fe80::1%eth0", "fe80::2"],
  ] as const)
    expect(network(one)).toBe(network(other));
  expect(
    new Set(
      ["2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8::1", "::1", "1.2.3.4", "1.2.3.5"].map(
        network,
      ),
    ).size,
  ).toBe(6);
});
