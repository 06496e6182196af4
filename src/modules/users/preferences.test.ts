import { expect } from "bun:test";
import { box, settled, test } from "../../testing/world.ts";
import { defaultPreferences, mostBoardLanes } from "../../shared/preferences.ts";

test("preferences are a user's own, follow on all their screens, and keep what is not named", async () => {
  const shop = await box();
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  const [hers, his] = await Promise.all([shop.listener(shop.as("ana")), shop.listener(rui)]);
  await Promise.all([hers!.ready(), his!.ready()]);
  expect((await ana.get<object>("/preferences")).body).toEqual(defaultPreferences);
  const foldedGroups = ["assigned.snoozed", "pending.other"];
  expect((await ana.put<object>("/preferences", { foldedGroups })).body).toEqual({
    ...defaultPreferences,
    foldedGroups,
  });
  expect((await ana.put<object>("/preferences", { ticketOrder: "newest" })).body).toEqual({
    ...defaultPreferences,
    foldedGroups,
    ticketOrder: "newest",
  });
  await settled(shop.db, hers!, his!);
  const changes = ({ frames }: { frames: { event: string }[] }) =>
    frames.filter(({ event }) => event === "preferences").length;
  expect([changes(hers!), changes(his!)]).toEqual([2, 0]);
  expect((await ana.get<object>("/preferences")).body).toEqual({
    ...defaultPreferences,
    foldedGroups,
    ticketOrder: "newest",
  });
  expect((await rui.get<object>("/preferences")).body).toEqual(defaultPreferences);
});

test("folded lanes of the order board are a user's own", async () => {
  const shop = await box();
  const [ana, rui] = [shop.as("ana"), shop.as("rui")];
  const boardLanes = { folded: [5], open: [4] };
  await ana.put("/preferences", { boardLanes });
  expect((await ana.get<object>("/preferences")).body).toEqual({
    ...defaultPreferences,
    boardLanes,
  });
  expect((await rui.get<object>("/preferences")).body).toEqual(defaultPreferences);
  const ids = Array.from({ length: mostBoardLanes + 1 }, (_, index) => index + 1);
  const save = (folded: number[]) => ana.put("/preferences", { boardLanes: { folded, open: [] } });
  expect((await save(ids)).status).toBe(422);
  expect((await save(ids.slice(1))).status).toBe(200);
});

test("only groups and orders that exist are stored", async () => {
  const ana = (await box()).as("ana");
  for (const body of [
    { foldedGroups: ["closed.waiting"] },
    { foldedGroups: Array.from({ length: 7 }, () => "assigned.other") },
    { ticketOrder: "oldest" },
    { isAway: "yes" },
    { morningMail: { hour: 24, language: "en" } },
    { morningMail: { hour: 7, language: "fr" } },
    { morningMail: 7 },
  ])
    expect([body, (await ana.put("/preferences", body)).status]).toEqual([body, 422]);
  expect((await ana.put("/preferences", { color: "red" })).status).toBe(400);
});
