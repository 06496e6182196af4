import { expect } from "bun:test";
import { existsSync } from "node:fs";
import { uploadLimit } from "../../shared/limits.ts";
import { box, dot, minute, settled, test, type Answer, type Box } from "../../testing/world.ts";
import { announcementFiles, sweepPictures } from "./announcements.ts";
import type { Announcement } from "./table.ts";

type Listed = { records: Announcement[]; hasMore: boolean; count: number };
const body = { title: "Manutenção", text: "Domingo às 3h." };

/** A box whose owner is Rui, of the first company. */
async function boxWithOwner() {
  const shop = await box();
  shop.control.sqlite.run("UPDATE identities SET super = 1 WHERE companyId = 1 AND userId = 1");
  return shop;
}

const upload = (shop: Box, id: number, ...pictures: File[]): Promise<Answer<Announcement>> => {
  const form = new FormData();
  for (const picture of pictures) form.append("file", picture);
  return shop.as("rui").post<Announcement>(`/announcements/${id}/media-upload`, form);
};
const picture = (name = "aviso.png", bytes: Uint8Array<ArrayBuffer> = dot) =>
  new File([bytes], name);

test("active announcements are read by everyone in every company, inactive ones only by the owner", async () => {
  const shop = await boxWithOwner();
  const rui = shop.as("rui");
  const on = (await rui.post<Announcement>("/announcements", body)).body;
  const off = (
    await rui.post<Announcement>("/announcements", { ...body, title: "Rascunho", status: false })
  ).body;
  expect(on).toMatchObject({
    ...body,
    priority: 3,
    status: true,
    mediaPath: null,
    mediaName: null,
    media: null,
  });
  const titles = async (who: ReturnType<Box["as"]>) =>
    (await who.get<Listed>("/announcements/")).body.records.map(({ title }) => title);
  expect(await titles(rui)).toEqual(["Rascunho", "Manutenção"]);
  for (const who of [shop.as("ana"), shop.as("rui", 2), shop.as("caio", 2)])
    expect(await titles(who)).toEqual(["Manutenção"]);
  expect(await shop.as("ana").get(`/announcements/${on.id}`)).toMatchObject({
    status: 200,
    body: { title: "Manutenção" },
  });
  expect(await shop.as("ana").get(`/announcements/${off.id}`)).toMatchObject({
    status: 404,
    body: { error: "ERR_NOT_FOUND" },
  });
  expect(await rui.get(`/announcements/${off.id}`)).toMatchObject({
    status: 200,
    body: { status: false },
  });
});

test("higher priorities come first, then the newest; twenty a page, with search", async () => {
  const shop = await boxWithOwner();
  const rui = shop.as("rui");
  for (const [title, priority] of [
    ["a", 3],
    ["b", 1],
    ["c", 2],
    ["d", 1],
  ] as const) {
    shop.clock.pass(minute);
    await rui.post("/announcements", { ...body, title: `Aviso ${title} 100%`, priority });
  }
  const read = async (query = "") => (await rui.get<Listed>(`/announcements?${query}`)).body;
  expect((await read()).records.map(({ title }) => title[6])).toEqual(["d", "b", "c", "a"]);
  for (let more = 0; more < 17; more++) await rui.post("/announcements", body);
  const pages = [
    await read(),
    await read("pageNumber=2"),
    await read("searchParam=100%25"),
    await read("searchParam=domingo"),
    await read("searchParam=_"),
  ];
  expect(pages.map(({ records, hasMore, count }) => [records.length, hasMore, count])).toEqual([
    [20, true, 21],
    [1, false, 21],
    [4, false, 4],
    [20, true, 21],
    [0, false, 0],
  ]);
});

test("only the owner writes them, not the admins of companies", async () => {
  const shop = await boxWithOwner();
  const { id } = (await shop.as("rui").post<Announcement>("/announcements", body)).body;
  for (const who of [shop.as("ana"), shop.as("rui", 2), shop.as("lia")]) {
    const tries = [
      await who.post("/announcements", body),
      await who.put(`/announcements/${id}`, { title: "Outro" }),
      await who.delete(`/announcements/${id}`),
      await who.delete(`/announcements/${id}/media-upload`),
    ];
    for (const refused of tries)
      expect(refused).toMatchObject({ status: 403, body: { error: "ERR_NO_PERMISSION" } });
  }
  const refused = [
    [{}, ["text", "title"]],
    [{ ...body, title: " " }, ["title"]],
    [{ ...body, text: "x".repeat(4001) }, ["text"]],
    [{ ...body, priority: 4 }, ["priority"]],
    [{ ...body, priority: "alta" }, ["priority"]],
    [{ ...body, status: "yes" }, ["status"]],
  ] as const;
  for (const [wrong, fields] of refused) {
    const answer = await shop.as("rui").post("/announcements", wrong);
    expect([answer.status, Object.keys(answer.body.fields ?? {}).toSorted()]).toEqual([
      422,
      [...fields],
    ]);
  }
  for (const missing of [
    await shop.as("rui").put("/announcements/9", { title: "Outro" }),
    await shop.as("rui").delete("/announcements/9"),
    await shop.as("rui").delete("/announcements/9/media-upload"),
  ])
    expect(missing).toMatchObject({ status: 404 });
});

test("everyone in every company is told; an inactive one is removed for all but the owner", async () => {
  const shop = await boxWithOwner();
  const rui = shop.as("rui");
  const listeners = await Promise.all([
    shop.listener(rui),
    shop.listener(shop.as("ana")),
    shop.listener(shop.as("caio", 2)),
  ]);
  await Promise.all(listeners.map((listener) => listener.ready()));
  const { id } = (await rui.post<Announcement>("/announcements", body)).body;
  await rui.put(`/announcements/${id}`, { title: "Adiada" });
  await rui.put(`/announcements/${id}`, { status: false });
  const draft = (await rui.post<Announcement>("/announcements", { ...body, status: false })).body;
  await rui.delete(`/announcements/${id}`);
  await settled(shop.db, listeners[0]!, listeners[1]!);
  await settled(shop.dbs.open(2), listeners[2]!);
  const received = listeners.map(({ frames }) =>
    frames
      .filter(({ event }) => event === "announcement")
      .map(({ action, record, id: gone }) => [
        action,
        gone ?? (record as Announcement).id,
        (record as Announcement | undefined)?.title,
      ]),
  );
  expect(received[0]).toEqual([
    ["create", id, "Manutenção"],
    ["update", id, "Adiada"],
    ["update", id, "Adiada"],
    ["create", draft.id, "Manutenção"],
    ["delete", id, undefined],
  ]);
  const others = [
    ["create", id, "Manutenção"],
    ["update", id, "Adiada"],
    ["delete", id, undefined],
    ["delete", id, undefined],
  ];
  expect(received.slice(1)).toEqual([others, others]);
});

test("a picture is attached under a link that works for everyone, replaced by another, and removed without a trace", async () => {
  const shop = await boxWithOwner();
  const rui = shop.as("rui");
  const { id } = (await rui.post<Announcement>("/announcements", body)).body;
  const { status, body: announcement } = await upload(shop, id, picture());
  expect([status, announcement]).toMatchObject([
    200,
    { id, mediaName: "aviso.png", media: { type: "image/png", size: dot.length } },
  ]);
  const answer = await fetch(shop.url + announcement.mediaPath!);
  expect([
    answer.status,
    answer.headers.get("content-type"),
    answer.headers.get("content-disposition"),
  ]).toEqual([200, "image/png", "inline; filename*=UTF-8''aviso.png"]);
  expect((await shop.as("ana", 2).get<Listed>("/announcements")).body.records[0]!.mediaPath).toBe(
    announcement.mediaPath,
  );
  for (const forged of [
    announcement.mediaPath!.replace("/media/0/", "/media/1/"),
    announcement.mediaPath!.replace("aviso", "outro"),
    announcement.mediaPath!.replace(/until=\d/, "until=9"),
  ])
    expect((await fetch(shop.url + forged)).status).toBe(404);

  const path = (announcement: Announcement) =>
    announcementFiles(shop.dbs).path(announcement.mediaPath!.split("/")[3]!);
  const jpeg = new Uint8Array(await new Bun.Image(dot).jpeg().bytes());
  const { body: other } = await upload(shop, id, picture("outro.jpg", jpeg));
  expect(other).toMatchObject({ mediaName: "outro.jpg", media: { type: "image/jpeg" } });
  expect(existsSync(path(announcement))).toBe(false);
  const lost = await announcementFiles(shop.dbs).keep(dot);
  shop.clock.set("2030-01-01T12:00:00Z");
  await sweepPictures(shop.dbs);
  expect([
    existsSync(path(other)),
    existsSync(announcementFiles(shop.dbs).path(lost.sha256)),
  ]).toEqual([true, false]);
  expect(await shop.as("rui").delete(`/announcements/${id}/media-upload`)).toMatchObject({
    status: 200,
    body: { mediaPath: null, mediaName: null, media: null },
  });
});

test("files that are no picture, too large, empty or too many are refused, and nothing stays", async () => {
  const shop = await boxWithOwner();
  const { id } = (await shop.as("rui").post<Announcement>("/announcements", body)).body;
  const refused = [
    [
      await upload(shop, id, picture("a.png", new TextEncoder().encode("<svg onload=alert(1)>"))),
      422,
      "invalid",
    ],
    [
      await upload(
        shop,
        id,
        picture("a.gif", new TextEncoder().encode("GIF89a\u0001\u0000\u0001\u0000")),
      ),
      422,
      "invalid",
    ],
    [await upload(shop, id, picture("a.png", new Uint8Array())), 422, "required"],
    [await upload(shop, id), 422, "required"],
    [await upload(shop, id, picture(), picture()), 422, "too_long"],
    [await upload(shop, id, picture("a.png", new Uint8Array(uploadLimit + 1))), 413, "too_long"],
  ] as const;
  for (const [answer, status, code] of refused)
    expect(answer).toMatchObject({ status, body: { fields: { file: code } } });
  expect((await upload(shop, 99, picture())).status).toBe(404);
  expect(await shop.as("rui").get(`/announcements/${id}`)).toMatchObject({ body: { media: null } });
});
