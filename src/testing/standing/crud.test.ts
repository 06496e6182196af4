import { expect } from "bun:test";
import { rest } from "../../api.ts";
import { resources } from "../../kit/http/resource.ts";
import { box, idOf, settled, test } from "../world.ts";
import { refusedOf, requiredIn, sampleOf } from "./samples.ts";

type Row = { id: number; createdAt: string; updatedAt: string };

await Array.fromAsync(rest());

for (const resource of resources) {
  const { name, event, envelope = name, owner, plan, pageSize = 20 } = resource;
  const nth = (index: number) => sampleOf(resource, index);
  const [one, other, change] = [nth(1), nth(2), nth(3)];
  const required = requiredIn(resource.body);
  const refused = refusedOf(resource);

  test(`${name} are created, read, changed and deleted, and everyone is told`, async () => {
    const shop = await box();
    const [rui, ana] = [shop.as("rui"), shop.as("ana")];
    const listener = await shop.listener(ana);
    await listener.ready();

    const made = await rui.post<Row>(`/${name}`, { ...one, id: 77, createdAt: 0 });
    expect(made).toMatchObject({
      status: 201,
      body: {
        id: 1,
        ...one,
        ...(owner && { [owner]: idOf.rui }),
        createdAt: new Date(shop.clock.now()).toISOString(),
      },
    });
    const { id } = made.body;
    const read = [
      await ana.get(`/${name}/${id}`),
      await ana.get(`/${name}`),
      await ana.get(`/${name}/list`),
    ];
    expect(read.map(({ body }) => body as object)).toEqual([
      made.body,
      { [envelope]: [made.body], hasMore: false, count: 1 },
      [made.body],
    ]);

    shop.clock.pass(1000);
    const changed = await rui.put<Row>(`/${name}/${id}`, change);
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...one,
        ...change,
        id,
        createdAt: made.body.createdAt,
        updatedAt: new Date(shop.clock.now()).toISOString(),
      },
    });
    expect(await rui.delete(`/${name}/${id}`)).toMatchObject({ status: 200, body: {} });
    for (const answer of [
      await rui.get(`/${name}/${id}`),
      await rui.put(`/${name}/${id}`, change),
      await rui.delete(`/${name}/${id}`),
    ])
      expect(answer).toMatchObject({ status: 404, body: { error: "ERR_NOT_FOUND" } });

    await settled(shop.db, listener);
    expect(
      listener.frames
        .filter((frame) => frame.event === event)
        .map(({ seq: _, ...frame }): object => frame),
    ).toEqual([
      { event, action: "create", [event]: made.body },
      { event, action: "update", [event]: changed.body },
      { event, action: "delete", [`${event}Id`]: id },
    ]);
  });

  test(`invalid ${name} are refused by field, and nothing is stored`, async () => {
    const shop = await box();
    const rui = shop.as("rui");
    const { status, body } = await rui.post(`/${name}`, {});
    expect([
      status,
      body.error,
      Object.keys(body.fields!).sort(),
      new Set(Object.values(body.fields!)),
    ]).toEqual([422, "ERR_VALIDATION", required, new Set(["required"])]);
    const made = await rui.post<Row>(`/${name}`, one);
    for (const [field, value] of Object.entries(refused)) {
      for (const answer of [
        await rui.post(`/${name}`, { ...other, [field]: value }),
        await rui.put(`/${name}/${made.body.id}`, { [field]: value }),
      ]) {
        expect([answer.status, Object.keys(answer.body.fields!)]).toEqual([422, [field]]);
      }
    }
    for (const answer of [
      await rui.post(`/${name}`, one),
      await rui.put(`/${name}/${(await rui.post<Row>(`/${name}`, other)).body.id}`, one),
    ])
      expect(answer).toMatchObject({ status: 409, body: { error: "ERR_ALREADY_EXISTS" } });
    expect(await rui.get(`/${name}`)).toMatchObject({ body: { count: 2 } });
    for (const id of ["0", "-1", "x", "1.5", "9007199254740993"])
      expect((await rui.get(`/${name}/${id}`)).status).toBe(404);
  });

  test(`${name} are written by admins and read by all users of the company`, async () => {
    const shop = await box();
    const made = await shop.as("rui").post<Row>(`/${name}`, one);
    const ana = shop.as("ana");
    const writes = (who: Pick<typeof ana, "post" | "put" | "delete">) =>
      Promise.all([
        who.post(`/${name}`, other),
        who.put(`/${name}/${made.body.id}`, change),
        who.delete(`/${name}/${made.body.id}`),
      ]);
    expect((await writes(ana)).map(({ status }) => status)).toEqual([403, 403, 403]);
    expect((await writes(shop.stranger)).map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await ana.get(`/${name}/${made.body.id}`)).toMatchObject({
      status: 200,
      body: made.body,
    });
    expect((await shop.stranger.get(`/${name}`)).status).toBe(401);
  });

  test(`${name} come in pages, and can be searched`, async () => {
    const shop = await box();
    const rui = shop.as("rui");
    for (let count = 1; count <= pageSize + 1; count++) await rui.post(`/${name}`, nth(count));
    const page = async (query: string) => {
      const { body } = await rui.get<Record<string, Row[]> & { hasMore: boolean; count: number }>(
        `/${name}?${query}`,
      );
      return [body[envelope]!.length, body.hasMore, body.count];
    };
    expect([await page(""), await page("pageNumber=2"), await page("pageNumber=3")]).toEqual([
      [pageSize, true, pageSize + 1],
      [1, false, pageSize + 1],
      [0, false, pageSize + 1],
    ]);
    for (const text of ["%", "_", "\\", "'", '"', "zzz"])
      expect([text, await page(`searchParam=${encodeURIComponent(text)}`)]).toEqual([
        text,
        [0, false, 0],
      ]);
    expect(await page(`searchParam=${encodeURIComponent(" 07 ")}`)).toEqual([1, false, 1]);
    for (const query of ["pageNumber=0", "pageNumber=x", `searchParam=${"x".repeat(201)}`])
      expect((await rui.get(`/${name}?${query}`)).status).toBe(422);
  });
  if (!plan) continue;
  test(`${name} exist only in plans that have them`, async () => {
    const shop = await box();
    const made = await shop.as("rui").post<Row>(`/${name}`, one);
    shop.control.sqlite.run(`UPDATE plans SET ${plan} = 0`);
    const { get, post, put, delete: del } = shop.as("rui");
    const answers = [
      await get(`/${name}`),
      await get(`/${name}/list`),
      await get(`/${name}/${made.body.id}`),
      await post(`/${name}`, other),
      await put(`/${name}/${made.body.id}`, change),
      await del(`/${name}/${made.body.id}`),
    ];
    expect(answers.map(({ status, body }) => [status, (body as { error?: string }).error])).toEqual(
      answers.map(() => [403, "ERR_NO_PERMISSION"]),
    );
  });
}
