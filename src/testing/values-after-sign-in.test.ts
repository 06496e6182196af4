import { expect, spyOn } from "bun:test";
import { z } from "zod";
import * as values from "../kit/http/read-values.ts";
import { box, idOf, test } from "./world.ts";

test("a body is read once its caller is known, and never that of a stranger", async () => {
  using early = spyOn(values, "readValues");
  using late = spyOn(values, "readBody");
  const shop = await box();
  const read = (title: string) =>
    [
      ...early.mock.calls.map(([, body]) => body),
      ...late.mock.calls.map(([{ body }]) => body),
    ].some((body) => (body as { title?: string } | undefined)?.title === title);
  const body = (title: string) => ({ title, users: [{ id: String(idOf.ana) }] });
  expect(await shop.stranger.post("/chats", body("Estranhos"))).toMatchObject({ status: 401 });
  expect(read("Estranhos")).toBe(false);
  expect(await shop.as("rui").post("/chats", body("Grupo"))).toMatchObject({ status: 201 });
  expect(read("Grupo")).toBe(true);
});

test("an item of a list that reads as nothing keeps its place", () => {
  const list: unknown[] = ["", "1"];
  values.readValues(z.array(z.number().int().min(1).optional()), list);
  expect(list).toEqual(["", 1]);
});
