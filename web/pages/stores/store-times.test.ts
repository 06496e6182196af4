import { expect } from "bun:test";
import { sells } from "../../../src/testing/bakery.ts";
import { enter } from "../../../src/testing/screen/page.tsx";
import { screen } from "../../../src/testing/screen/screen.ts";
import { box, test } from "../../../src/testing/world.ts";
import type { Store } from "./types.ts";

const shop = await box();
sells(shop.db);

const stored = async () =>
  (await shop.as("rui").get<{ stores: Store[] }>("/stores")).body.stores.find(
    ({ name }) => name === "Centro",
  )!;

// rules.md#wanted-times
test("a store gets its own hours, its preparation time and a limit, and gives them up", async () => {
  await enter(shop, "rui", "/stores");
  await screen.press(/^Editar.*Centro/);
  await screen.press("Horários");
  await screen.fill(/^Tempo de preparo/, "45");
  await screen.fill(/^Limite de pedidos/, "0");
  await screen.press("Salvar");
  await screen.sees("De 1 a 100.000 pedidos");
  await screen.fill(/^Limite de pedidos/, "8");
  await screen.press(/^Horário próprio/);
  await screen.choose(/^Como é: domingo/, "O dia todo");
  await screen.press("Salvar");
  await screen.misses("Tempo de preparo");
  const after = await stored();
  expect(after).toMatchObject({ prepMinutes: 45, slotLimit: 8, slotMinutes: 30 });
  expect(after.schedules).toHaveLength(7);
  expect(after.schedules.at(-1)).toMatchObject({ weekdayEn: "sunday", startTime: "" });
  await screen.press(/^Editar.*Centro/);
  await screen.press("Horários");
  await screen.fill(/^Limite de pedidos/, "");
  await screen.press(/^Horário próprio/);
  await screen.press("Salvar");
  await screen.misses("Tempo de preparo");
  expect(await stored()).toMatchObject({ prepMinutes: 45, slotLimit: null, schedules: [] });
});
