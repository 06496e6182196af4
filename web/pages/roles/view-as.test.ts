import { enter } from "../../../src/testing/screen/page.tsx";
import { expect } from "bun:test";
import { eventually, screen } from "../../../src/testing/screen/screen.ts";
import { box, test } from "../../../src/testing/world.ts";

const shop = await box();

const isLinked = (path: string) => document.querySelector(`nav a[href="${path}"]`) !== null;

test("an admin sees the screens as a role does, and their own again", async () => {
  await enter(shop, "rui", "/roles");
  await eventually(() => isLinked("/contacts"), "the admin's menu");
  await screen.press("Ver como…");
  await screen.press("Cozinha");
  await screen.sees("Você vê as telas como Cozinha");
  await eventually(() => !isLinked("/contacts"), "the kitchen's menu");

  // An answer about the user's own account changes nothing of it.
  const { refreshMe } = await import("../../session/session.ts");
  await refreshMe();
  expect(isLinked("/contacts")).toBe(false);

  await screen.press("Voltar a ver como eu");
  await eventually(() => isLinked("/contacts"), "the admin's menu");
  expect(location.pathname).toBe("/roles");
  expect(document.querySelector("[data-viewing-as]")).toBeNull();
});
