import { expect } from "bun:test";
import { addMedia } from "../../kit/db/media.ts";
import { box, dot, test } from "../../testing/world.ts";

async function shopWithFile(type?: string) {
  const shop = await box();
  const file = await shop.db.files.keep(dot, "broa.png");
  if (type) shop.db.write((tx) => addMedia(tx, { ...file, type }, shop.db.now()));
  const ask = async (range?: string) => {
    const answer = await fetch(shop.url + shop.db.files.link(file), {
      headers: range ? { range } : {},
    });
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      shown: answer.headers.get("content-disposition")!.split(";")[0],
      part: answer.headers.get("content-range"),
      bytes: await answer.bytes(),
    };
  };
  return { ...shop, ask };
}

test("players that seek get ranges", async () => {
  const { ask } = await shopWithFile("video/mp4");
  const { length } = dot;
  expect(await ask()).toEqual({
    status: 200,
    type: "video/mp4",
    shown: "inline",
    part: null,
    bytes: dot,
  });
  const parts = [
    ["bytes=5-9", 5, 9],
    ["bytes=0-0", 0, 0],
    [`bytes=60-`, 60, length - 1],
    ["bytes=-4", length - 4, length - 1],
    ["bytes=60-999", 60, length - 1],
  ] as const;
  for (const [range, from, to] of parts)
    expect([range, await ask(range)]).toMatchObject([
      range,
      { status: 206, part: `bytes ${from}-${to}/${length}`, bytes: dot.slice(from, to + 1) },
    ]);
  expect(await ask("bytes=999-")).toMatchObject({ status: 416, part: `bytes */${length}` });
  for (const range of ["bytes=", "bytes=-", "bytes=9-5", "bytes=a-b", "bytes=0-1,3-4", "lines=1-2"])
    expect([range, await ask(range)]).toMatchObject([range, { status: 200, bytes: dot }]);
});

test("what a browser can execute is a download, and a file without a row has its detected type", async () => {
  for (const type of ["text/html", "image/svg+xml", "application/pdf", "application/xhtml+xml"]) {
    expect(await (await shopWithFile(type)).ask()).toMatchObject({
      status: 200,
      type: "application/octet-stream",
      shown: "attachment",
    });
  }
  expect(await (await shopWithFile()).ask()).toMatchObject({
    status: 200,
    type: "image/png",
    shown: "inline",
  });
});

test("a smaller image is served on request, by the same link", async () => {
  const shop = await box();
  const ask = async (bytes: Uint8Array, query = "&thumb=true") => {
    const link = shop.db.files.link(await shop.db.files.keep(bytes, "broa.jpg"));
    const answer = await fetch(shop.url + link + query);
    return {
      status: answer.status,
      type: answer.headers.get("content-type"),
      shown: answer.headers.get("content-disposition"),
      bytes: await answer.bytes(),
    };
  };
  const photo = await new Bun.Image(dot).resize(1200, 600).jpeg().bytes();
  const small = await ask(photo);
  expect(small).toMatchObject({
    status: 200,
    type: "image/webp",
    shown: "inline; filename*=UTF-8''broa.jpg.webp",
  });
  expect(await new Bun.Image(small.bytes).metadata()).toEqual({
    width: 480,
    height: 240,
    format: "webp",
  });
  expect(small.bytes.length).toBeLessThan(photo.length);
  for (const query of ["", "&thumb=false"])
    expect(await ask(photo, query)).toMatchObject({
      status: 200,
      type: "image/jpeg",
      bytes: photo,
    });

  const gif = new Uint8Array(
    Buffer.concat([
      Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64"),
      Buffer.alloc(5000),
    ]),
  );
  expect(await ask(gif)).toMatchObject({ status: 200, type: "image/gif", bytes: gif });
  const text = new TextEncoder().encode("<script>alert(1)</script>");
  expect(await ask(text)).toMatchObject({
    status: 200,
    type: "application/octet-stream",
    shown: "attachment; filename*=UTF-8''broa.jpg",
    bytes: text,
  });
  expect((await ask(photo, "&thumb=sim")).status).toBe(422);
  expect(
    (await fetch(`${shop.url}/media/1/${"0".repeat(64)}/a?until=9999999999999&sign=x&thumb=true`))
      .status,
  ).toBe(404);
});

test("a file's link works under the API's base as well, for clients that put their base before it", async () => {
  const shop = await box();
  const file = await shop.db.files.keep(dot, "broa.png");
  const link = shop.db.files.link(file);
  for (const base of ["", "/api", "/api/public/"]) {
    const answer = await fetch(`${shop.url}${base}${link}`);
    expect([base, answer.status, await answer.bytes()]).toEqual([base, 200, dot]);
    expect((await fetch(`${shop.url}${base}${link}a`)).status).toBe(404);
  }
});
