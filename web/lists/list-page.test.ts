import { enter, expectError } from "../../src/testing/screen/page.tsx";
import { expect } from "bun:test";
import { key, screen } from "../../src/testing/screen/screen.ts";
import { box, test } from "../../src/testing/world.ts";

const shop = await box();
const other = shop.as("rui");

type Tag = { id: number; name: string; color: string; updatedAt: string };
const stored = async () =>
  (await other.get<{ tags: Tag[] }>("/tags?kanban=0")).body.tags.map(({ name }) => name);

test("a row is made, another's comes by itself, and one that is deleted goes", async () => {
  await enter(shop, "rui", "/tags");
  await screen.press("Nova tag");
  await screen.fill("Nome", "Encomenda");
  await key("Enter");
  await screen.find("cell", "Encomenda");
  const { body } = await other.post<Tag>("/tags", { name: "Alergia", color: "#0f766e" });
  await screen.find("cell", "Alergia");
  expect(screen.all("row").map((row) => row.textContent)[1]).toContain("Alergia");
  await other.delete(`/tags/${body.id}`);
  await screen.misses("Alergia");
  await screen.press(/^Excluir/);
  await screen.sees("Encomenda");
  await screen.press("Cancelar");
  expect(await stored()).toEqual(["Encomenda"]);
  await screen.press(/^Excluir/);
  await screen.press("Excluir");
  await screen.sees("Nenhuma tag ainda");
  expect(await stored()).toEqual([]);
});

test("a form that was changed asks before it is left, an unchanged one does not", async () => {
  await enter(shop, "rui", "/tags");
  await screen.press("Nova tag");
  await key("Escape");
  expect(screen.all("textbox", "Nome")).toHaveLength(0);
  await screen.press("Nova tag");
  await screen.fill("Nome", "VIP");
  await key("Escape");
  await screen.sees("Descartar");
  await screen.press("Cancelar");
  expect(await screen.value("Nome")).toBe("VIP");
  await key("Escape");
  await screen.press("Descartar");
  expect(screen.all("textbox", "Nome")).toHaveLength(0);
  expect(await stored()).toEqual([]);
});

test("what another changed since the form was opened is not undone", async () => {
  expectError(/409/);
  const { body } = await other.post<Tag>("/tags", { name: "VIP", color: "#0f766e" });
  await enter(shop, "rui", "/tags");
  await screen.press(/^Editar/);
  await screen.fill("Nome", "VIP da casa");
  shop.clock.pass(1000);
  await other.put(`/tags/${body.id}`, { name: "VIP ouro", updatedAt: body.updatedAt });
  await screen.press("Salvar");
  await screen.sees("(Nome)");
  expect(await stored()).toEqual(["VIP ouro"]);
});
