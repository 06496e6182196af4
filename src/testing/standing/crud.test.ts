import { expect } from "bun:test";
import "../../app.ts";
import { nouns } from "../../kit/crud.ts";
import { box, settled, test } from "../world.ts";

/** For each noun the least that makes one, another of it, a change, and what is refused of it. A new noun gets its sample here, or fails. */
const samples: Record<string, Sample> = {
  groupRangeDiscounts: { one: { name: "Balconistas", discount: 5 }, other: { name: "Gerentes", discount: 20 }, change: { name: "Balcão", discount: 7.5 }, required: ["discount", "name"], refused: { discount: 101 }, nth: (count) => ({ name: `Grupo ${String(count).padStart(2, "0")}`, discount: count }) },
  tags: { one: { name: "Fiel", color: "#7c3aed" }, other: { name: "Alergia", color: "#b91c1c" }, change: { name: "Muito fiel", kanban: true }, required: ["color", "name"], refused: { name: "ab" }, nth: (count) => ({ name: `Etiqueta ${String(count).padStart(2, "0")}`, color: "#7c3aed" }) },
};
type Sample = { one: object; other: object; change: object; required: string[]; refused: object; nth(count: number): object };
type Row = { id: number; createdAt: string; updatedAt: string };

test("every noun has its sample", () => {
  expect(nouns.map(({ name }) => name).toSorted()).toEqual(Object.keys(samples).toSorted());
});

for (const { name, envelope = name } of nouns) {
  const sample = samples[name]!;
  const event = name.replace(/s$/, "");

  test(`${name} are made, read, changed and removed, and everyone hears it`, async () => {
    const shop = await box();
    const [rui, ana] = [shop.as("rui"), shop.as("ana")];
    const ear = await shop.ear(ana);
    await ear.ready();

    const made = await rui.post<Row>(`/${name}`, { ...sample.one, id: 77, createdAt: 0, evil: "yes" });
    expect(made).toMatchObject({ status: 201, body: { id: 1, ...sample.one, createdAt: new Date(shop.clock.now()).toISOString() } });
    expect(made.body).not.toHaveProperty("evil");
    const { id } = made.body;
    const read = [await ana.get(`/${name}/${id}`), await ana.get(`/${name}`), await ana.get(`/${name}/list`)];
    expect(read.map(({ body }) => body as object)).toEqual([made.body, { [envelope]: [made.body], hasMore: false, count: 1 }, [made.body]]);

    shop.clock.pass(1000);
    const changed = await rui.put<Row>(`/${name}/${id}`, sample.change);
    expect(changed).toMatchObject({ status: 200, body: { ...sample.one, ...sample.change, id, createdAt: made.body.createdAt, updatedAt: new Date(shop.clock.now()).toISOString() } });
    expect(await rui.delete(`/${name}/${id}`)).toMatchObject({ status: 200, body: {} });
    for (const answer of [await rui.get(`/${name}/${id}`), await rui.put(`/${name}/${id}`, sample.change), await rui.delete(`/${name}/${id}`)]) expect(answer).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });

    await settled(shop.store, ear);
    expect(ear.frames.filter((frame) => frame.event === event).map(({ seq: _, ...frame }): object => frame)).toEqual([
      { event, action: "create", [event]: made.body }, { event, action: "update", [event]: changed.body }, { event, action: "delete", [`${event}Id`]: id },
    ]);
  });

  test(`${name} that don't fit are refused by field, and nothing is kept`, async () => {
    const shop = await box();
    const rui = shop.as("rui");
    const { status, body } = await rui.post(`/${name}`, {});
    expect([status, body.error, Object.keys(body.fields!).sort(), new Set(Object.values(body.fields!))]).toEqual([422, "ERR_VALIDATION", sample.required, new Set(["required"])]);
    const made = await rui.post<Row>(`/${name}`, sample.one);
    for (const field of Object.keys(sample.refused)) {
      for (const answer of [await rui.post(`/${name}`, { ...sample.other, ...sample.refused }), await rui.put(`/${name}/${made.body.id}`, sample.refused)]) {
        expect([answer.status, Object.keys(answer.body.fields!)]).toEqual([422, [field]]);
      }
    }
    for (const answer of [await rui.post(`/${name}`, sample.one), await rui.put(`/${name}/${(await rui.post<Row>(`/${name}`, sample.other)).body.id}`, sample.one)]) expect(answer).toMatchObject({ status: 409, body: { error: "ERR_ALREADY_EXISTS" } });
    expect(await rui.get(`/${name}`)).toMatchObject({ body: { count: 2 } });
    for (const id of ["0", "-1", "x", "1.5", "9007199254740993"]) expect((await rui.get(`/${name}/${id}`)).status).toBe(404);
  });

  test(`${name} are an admin's to write, anyone's to read, and no stranger's`, async () => {
    const shop = await box();
    const made = await shop.as("rui").post<Row>(`/${name}`, sample.one);
    const ana = shop.as("ana");
    const writes = (who: Pick<typeof ana, "post" | "put" | "delete">) => Promise.all([who.post(`/${name}`, sample.other), who.put(`/${name}/${made.body.id}`, sample.change), who.delete(`/${name}/${made.body.id}`)]);
    expect((await writes(ana)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await writes(shop.stranger)).map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await ana.get(`/${name}/${made.body.id}`)).toMatchObject({ status: 200, body: made.body });
    expect((await shop.stranger.get(`/${name}`)).status).toBe(401);
  });

  test(`${name} come twenty a page, and are searched for`, async () => {
    const shop = await box();
    const rui = shop.as("rui");
    for (let count = 1; count <= 21; count++) await rui.post(`/${name}`, sample.nth(count));
    const page = async (query: string) => {
      const { body } = await rui.get<Record<string, Row[]> & { hasMore: boolean; count: number }>(`/${name}?${query}`);
      return [body[envelope]!.length, body.hasMore, body.count];
    };
    expect([await page(""), await page("pageNumber=2"), await page("pageNumber=3")]).toEqual([[20, true, 21], [1, false, 21], [0, false, 21]]);
    for (const text of ["%", "_", "\\", "'", '"', "zzz"]) expect([text, await page(`searchParam=${encodeURIComponent(text)}`)]).toEqual([text, [0, false, 0]]);
    expect(await page(`searchParam=${encodeURIComponent(" 07 ")}`)).toEqual([1, false, 1]);
    for (const query of ["pageNumber=0", "pageNumber=x", `searchParam=${"x".repeat(201)}`]) expect((await rui.get(`/${name}?${query}`)).status).toBe(422);
  });
}
