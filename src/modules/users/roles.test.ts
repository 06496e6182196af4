import { expect } from "bun:test";
import { canSee, type Audience } from "../../kit/db/audience.ts";
import { holds } from "../../shared/permissions.ts";
import { builtInRoles } from "../../shared/roles.ts";
import { atendimento, box, idOf, settled, test, world } from "../../testing/world.ts";
import * as tickets from "../tickets/tickets.ts";
import { everyRole } from "./roles.ts";
import type { Role, User } from "./table.ts";
import * as users from "./users.ts";

type Page = { records: Role[]; count: number; hasMore: boolean };

async function shop() {
  const here = await box();
  const rui = here.as("rui");
  const { records } = (await rui.get<Page>("/roles")).body;
  const builtIn = (key: string) => records.find((role) => role.builtIn === key)!;
  const gives = (name: "ana" | "caio" | "lia", roleId: number | null) =>
    rui.put<User>(`/users/${idOf[name]}`, { roleId });
  return { ...here, rui, ana: here.as("ana"), builtIn, gives };
}

test("a company begins with the three roles, as the program describes them", () => {
  const { db } = world();
  const stored = everyRole(db).map(({ builtIn, name, permissions, profile, storeIds }) => ({
    builtIn,
    name,
    permissions,
    profile,
    storeIds,
  }));
  expect(stored).toEqual(
    Object.entries(builtInRoles)
      .map(([builtIn, { name, permissions }]) => ({
        builtIn,
        name,
        permissions: [...permissions].sort(),
        profile: "user",
        storeIds: [],
      }))
      .sort((one, other) => one.name.localeCompare(other.name)) as never,
  );
});

test("an admin makes a role, changes it and deletes it, and each stands in the audit", async () => {
  const { rui } = await shop();
  const made = await rui.post<Role>("/roles", {
    name: "Entrega",
    permissions: ["orders.write", "orders.read", "orders.read"],
  });
  expect(made).toMatchObject({
    status: 201,
    body: {
      name: "Entrega",
      profile: "user",
      permissions: ["orders.read", "orders.write"],
      storeIds: [],
      users: 0,
    },
  });
  const { id } = made.body;
  expect((await rui.put(`/roles/${id}`, { permissions: ["orders.read"] })).body).toMatchObject({
    permissions: ["orders.read"],
  });
  expect(await rui.post("/roles", { name: "ENTREGA", permissions: [] })).toMatchObject({
    status: 409,
    body: { error: "ERR_ALREADY_EXISTS" },
  });
  expect((await rui.delete(`/roles/${id}`)).status).toBe(200);
  expect((await rui.get(`/roles/${id}`)).status).toBe(404);
  const { body } = await rui.get<{ records: { action: string }[] }>("/audit");
  expect(
    body.records.filter(({ action }) => action.startsWith("role")).map(({ action }) => action),
  ).toEqual(["roleDeleted", "roleEdited", "roleCreated"]);
});

test("a role can't be given what makes it stronger, nor a store that does not exist", async () => {
  const { rui } = await shop();
  for (const permission of ["users.write", "roles.write", "backups.write", "unknown"])
    expect(await rui.post("/roles", { name: "Forte", permissions: [permission] })).toMatchObject({
      status: 422,
      body: { fields: { "permissions.0": "invalid" } },
    });
  expect(
    await rui.post("/roles", { name: "Longe", permissions: [], storeIds: [99] }),
  ).toMatchObject({ status: 422, body: { fields: { storeIds: "invalid" } } });
});

test("whoever has a role may do what it says, at once, and no more", async () => {
  const { rui, ana, builtIn, gives, as } = await shop();
  expect((await ana.get("/tickets")).status).toBe(200);
  expect((await ana.get("/dashboard")).status).toBe(403);
  await gives("ana", builtIn("supervisor").id);
  expect((await ana.get("/dashboard")).status).toBe(200);
  expect((await ana.get("/users/list")).status).toBe(200);
  await gives("ana", builtIn("kitchen").id);
  expect([(await ana.get("/tickets")).status, (await ana.get("/orders")).status]).toEqual([
    403, 200,
  ]);
  await rui.put(`/roles/${builtIn("kitchen").id}`, { permissions: [] });
  expect((await ana.get("/orders")).status).toBe(403);
  await gives("ana", null);
  expect((await ana.get("/tickets")).status).toBe(200);
  for (const [method, path] of [
    ["get", "/roles"],
    ["put", `/roles/${builtIn("kitchen").id}`],
  ] as const)
    expect((await as("ana")[method](path, { name: "Minha" })).status).toBe(403);
});

test("a supervisor sees the tickets of others in their queues, in lists and live", async () => {
  const { db, ticket, ana, builtIn, gives, listener, as } = await shop();
  const { id } = ticket({ status: "open", userId: idOf.lia, queueId: atendimento });
  expect((await ana.get(`/tickets/${id}`)).status).toBe(404);
  await gives("ana", builtIn("supervisor").id);
  expect((await ana.get(`/tickets/${id}`)).status).toBe(200);
  const { body } = await ana.get<{ tickets: { id: number }[] }>(
    "/tickets?status=open&showAll=true",
  );
  expect(body.tickets.map((one) => one.id)).toEqual([id]);
  const socket = await listener(as("ana"));
  await socket.ready();
  await as("lia").put(`/tickets/${id}`, { status: "pending" });
  await settled(db, socket);
  expect(socket.frames.some(({ event }) => event === "ticket")).toBe(true);
});

test("a role whose people see no tickets takes theirs back to the queue", async () => {
  const { db, ticket, builtIn, gives, me } = await shop();
  const { id } = ticket({ status: "open", userId: idOf.ana, queueId: atendimento });
  await gives("ana", builtIn("kitchen").id);
  expect(tickets.findTicket(db, me("rui"), id)).toMatchObject({ status: "pending", userId: null });
});

test("a role may be limited to some stores: at the boundary of one", () => {
  const { me } = world();
  const order = (storeId: number | null): Audience => ({
    to: "holders",
    permission: "orders.all",
    storeId,
  });
  const kitchen = (storeIds: number[]) => ({
    ...me("caio"),
    role: { permissions: builtInRoles.kitchen.permissions, storeIds },
  });
  const sees = (storeIds: number[]) =>
    [1, 2, null].map((storeId) => canSee(kitchen(storeIds), order(storeId)));
  expect(sees([])).toEqual([true, true, true]);
  expect(sees([1])).toEqual([true, false, false]);
  expect(sees([1, 2])).toEqual([true, true, false]);
  expect(canSee(me("caio"), order(1))).toBe(false);
  expect(canSee(me("rui"), order(1))).toBe(true);
});

test("a role is not deleted while somebody has it, and the last admin gets none", async () => {
  const { rui, builtIn, gives } = await shop();
  const { id } = builtIn("kitchen");
  await gives("ana", id);
  expect(await rui.delete(`/roles/${id}`)).toMatchObject({
    status: 409,
    body: { error: "ERR_IN_USE" },
  });
  expect(await rui.put(`/users/${idOf.rui}`, { roleId: id })).toMatchObject({ status: 409 });
  expect(await rui.put(`/users/${idOf.ana}`, { roleId: 99 })).toMatchObject({ status: 422 });
});

test("a user has the profile of their role, and another profile by itself takes it away", async () => {
  const { db, rui, gives } = await shop();
  const { body: manager } = await rui.post<Role>("/roles", {
    name: "Gerente",
    profile: "admin",
    permissions: ["settings.write", "tickets.read"],
  });
  expect((await gives("lia", manager.id)).body).toMatchObject({
    profile: "admin",
    roleId: manager.id,
    role: { name: "Gerente" },
  });
  const lia = users.meOf(db, idOf.lia, false)!;
  expect([holds(lia, "settings.write"), holds(lia, "users.write")]).toEqual([true, false]);
  await rui.put(`/roles/${manager.id}`, { profile: "user" });
  expect((await rui.get<User>(`/users/${idOf.lia}`)).body.profile).toBe("user");
  expect(
    (await rui.put<User>(`/users/${idOf.lia}`, { profile: "user", name: "Lia" })).body,
  ).toMatchObject({ roleId: manager.id });
  const { body } = await rui.put<User>(`/users/${idOf.lia}`, { profile: "admin" });
  expect(body).toMatchObject({ profile: "admin", roleId: null, role: null });
});
