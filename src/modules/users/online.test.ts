import { expect, jest, setSystemTime } from "bun:test";
import { afterwards, box, hour, idOf, minute, test, world } from "../../testing/world.ts";
import { openScreen } from "./online.ts";
import { findUser } from "./users.ts";

/** A company whose timers run only when the test advances them. */
function shopWithTimers() {
  jest.useFakeTimers();
  afterwards(() => {
    jest.useRealTimers();
    setSystemTime();
  });
  const shop = world();
  const announced: unknown[] = [];
  const come = () =>
    openScreen(
      shop.db,
      idOf.ana,
      (_, { user }) => void announced.push((user as { online: boolean }).online),
    );
  const pass = (ms: number) => {
    shop.clock.pass(ms);
    jest.advanceTimersByTime(ms);
  };
  return { ...shop, announced, come, pass, ana: () => findUser(shop.db, idOf.ana) };
}

test("a user is online while any screen is open, and was last seen when the last one closed", () => {
  const { come, pass, ana, clock, announced } = shopWithTimers();
  expect(ana()).toMatchObject({ online: false, lastSeenAt: null });
  const [one, other] = [come(), come()];
  expect(ana()).toMatchObject({ online: true, lastSeenAt: new Date(clock.now()) });
  one();
  pass(minute);
  expect([ana().online, announced]).toEqual([true, [true]]);
  other();
  const left = new Date(clock.now());
  pass(10_000);
  expect(ana()).toMatchObject({ online: false, lastSeenAt: left });
  expect(announced).toEqual([true, false]);
});

test("reloading a page does not make a user offline", () => {
  const { come, pass, ana, announced } = shopWithTimers();
  let leave = come();
  for (let time = 0; time < 5; time++) {
    pass(minute);
    leave();
    pass(9_999);
    expect(ana().online).toBe(true);
    leave = come();
  }
  pass(hour);
  expect(announced).toEqual([true]);
});

test("others are told at most once a minute, of the latest state", () => {
  const { come, pass, ana, announced } = shopWithTimers();
  come()();
  pass(10_000);
  expect([ana().online, announced]).toEqual([false, [true]]);
  come()();
  pass(20_000);
  const leave = come();
  pass(20_000);
  leave();
  pass(9_999);
  expect(announced).toEqual([true]);
  pass(hour);
  expect([ana().online, announced]).toEqual([false, [true, false]]);
});

test("colleagues see who comes and goes, without reloading anything", async () => {
  const shop = await box();
  const rui = shop.as("rui");
  const listener = await shop.listener(rui);
  await listener.ready();
  const ana = await shop.listener(shop.as("ana"));
  await ana.ready();
  const frame = await listener.receives(
    ({ event, user }) => event === "user" && (user as { id: number }).id === idOf.ana,
  );
  expect(frame).toMatchObject({ action: "update", user: { id: idOf.ana, online: true } });
  expect(frame).not.toHaveProperty("seq");
  expect(await rui.get(`/users/${idOf.ana}`)).toMatchObject({
    body: { online: true, lastSeenAt: expect.any(String) },
  });
  expect([ana.frames, listener.frames].flat().some(({ event }) => event === "reset")).toBe(false);
});
