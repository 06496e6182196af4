import { expect } from "bun:test";
import { day, emailOf, hour, minute, second, test, world } from "../../testing/world.ts";
import { byEmail } from "./identities.ts";
import { end, endOthers, identityOfSession, rotate, start, deleteExpired } from "./sessions.ts";
import { sessions } from "./table.ts";

function signedIn() {
  const shop = world();
  const ana = byEmail(shop.control, emailOf("ana"))!;
  const begin = () => start(shop.control, ana, "Firefox", "127.0.0.1");
  return { ...shop, ana, begin, ...begin() };
}

test("a refresh token is exchanged for the next one, and only its hash is stored", () => {
  const { control, clock, session, token } = signedIn();
  clock.pass(hour);
  const next = rotate(control, token)!;
  expect(next).toMatchObject({ session: { id: session.id }, identity: { email: emailOf("ana") } });
  expect(next.token).not.toBe(token);
  expect(JSON.stringify(control.select().from(sessions).all())).not.toContain(next.token!);
  clock.pass(hour);
  expect(rotate(control, next.token!)!.token).toBeString();
});

test("two tabs that refresh together both stay signed in", () => {
  const { control, clock, token } = signedIn();
  const next = rotate(control, token)!;
  clock.pass(10 * second);
  const other = rotate(control, token)!;
  expect(other.identity.email).toBe(emailOf("ana"));
  expect(other.token).toBeUndefined();
  expect(rotate(control, next.token!)!.token).toBeString();
});

test("a token that was exchanged before ends the session, since someone else has a copy", () => {
  const { control, clock, session, token } = signedIn();
  const next = rotate(control, token)!;
  clock.pass(10 * second + 1);
  expect(rotate(control, token)).toBeUndefined();
  expect(identityOfSession(control, session.id)).toBeUndefined();
  expect(rotate(control, next.token!)).toBeUndefined();
});

test("so does a much older one", () => {
  const { control, clock, session, token } = signedIn();
  let last = token;
  for (let time = 0; time < 3; time++) {
    clock.pass(hour);
    last = rotate(control, last)!.token!;
  }
  expect(rotate(control, token)).toBeUndefined();
  expect([identityOfSession(control, session.id), rotate(control, last)]).toEqual([
    undefined,
    undefined,
  ]);
});

test("a session ends after half a day without a refresh", () => {
  const { control, clock, token } = signedIn();
  clock.pass(12 * hour);
  const next = rotate(control, token)!;
  clock.pass(12 * hour + 1);
  expect(rotate(control, next.token!)).toBeUndefined();
});

test("a session ends thirty days after sign-in, however much it is used", () => {
  const { control, clock, session, token } = signedIn();
  let last = token;
  for (let half = 0; half < 60; half++) {
    clock.pass(12 * hour);
    last = rotate(control, last)!.token!;
    expect(identityOfSession(control, session.id) === undefined).toBe(half === 59);
  }
  clock.pass(1);
  expect(rotate(control, last)).toBeUndefined();
});

test("a session that was ended is over at once, and no other is", () => {
  const { control, session, token, begin } = signedIn();
  const other = begin();
  end(control, session.id);
  expect([identityOfSession(control, session.id), rotate(control, token)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(identityOfSession(control, other.session.id)).toBeDefined();
});

test("after a sign-in elsewhere the older sessions can't be refreshed, and end with their access tokens", () => {
  const { control, clock, session, token, begin } = signedIn();
  const [other, next] = [begin(), begin()];
  endOthers(control, next.session);
  expect(rotate(control, other.token)).toBeUndefined();
  clock.pass(15 * minute - 1);
  expect(identityOfSession(control, session.id)).toBeDefined();
  clock.pass(1);
  expect(identityOfSession(control, session.id)).toBeUndefined();
  expect(rotate(control, token)).toBeUndefined();
  expect(identityOfSession(control, next.session.id)).toBeDefined();
  expect(rotate(control, next.token)).toBeDefined();
});

test("expired sessions are deleted", () => {
  const { control, clock, begin } = signedIn();
  clock.pass(36 * hour + 1);
  const fresh = begin();
  deleteExpired(control);
  expect(control.select({ id: sessions.id }).from(sessions).all()).toEqual([
    { id: fresh.session.id },
  ]);
  clock.pass(31 * day);
  deleteExpired(control);
  expect(control.select().from(sessions).all()).toEqual([]);
});

test("a malformed token is refused", () => {
  const { control, session } = signedIn();
  for (const token of ["", "x", session.tokenHash, `ended-${session.id}`])
    expect(rotate(control, token)).toBeUndefined();
});
