import { afterAll, expect, test } from "bun:test";
import { createCipheriv, createHash, createHmac } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { encryptedStream, getMediaKeys } from "@whiskeysockets/baileys";
import { Refused, Unreachable } from "../channel.ts";
import * as mediaFiles from "./media.ts";
import { uploader } from "./upload.ts";

const ours = join(import.meta.dir, "../../testing/whatsapp-server");
const cert = await Bun.file(join(ours, "cert.pem")).text();
const key = await Bun.file(join(ours, "key.pem")).text();
const tls = { cert, key };
const mediaKey = Buffer.alloc(32, 7);
const limit = 5_000_000;
const cake = Buffer.from("bolo de fubá ".repeat(60_000));

test("a file comes as it was sent", async () => {
  const { part, body } = await sealed(cake);
  const host = serves(({ headers }) => {
    expect([headers.get("origin"), headers.get("accept-encoding")]).toEqual([
      "https://web.whatsapp.com",
      "identity",
    ]);
    return new Response(body);
  });
  expect(await download(part, "image", at(host))).toEqual(cake);
  expect(host.asked).toEqual(["GET /v/t62.7118-24/1_n.enc?ccb=11-4&oh=01"]);
});

test("a file of any length comes, be it none", async () => {
  for (const length of [0, 1, 15, 16, 17, 262_133, 262_134, 262_135]) {
    const file = cake.subarray(0, length);
    const { part, body } = await sealed(file);
    expect(await download(part, "image", at(serves(() => new Response(body))))).toEqual(file);
  }
});

test("a file without a length or hashes comes, for the MAC proves it", async () => {
  const { part, body } = await sealed(cake);
  const host = serves(() => new Response(body));
  expect(
    await download(
      { directPath: part.directPath, mediaKey, fileSha256: null, fileEncSha256: new Uint8Array() },
      "image",
      at(host),
    ),
  ).toEqual(cake);
});

test("whatever address a sender gives, the media host alone is asked", async () => {
  const { part, body } = await sealed(cake);
  const host = serves(() => new Response(body));
  const inside = serves(() => new Response(body));
  const elsewhere = new URL(inside.origin).host;

  expect(
    await download(
      { ...part, url: `${inside.origin}/v/1.enc` } as mediaFiles.Part,
      "image",
      at(host),
    ),
  ).toEqual(cake);
  const paths = [
    "",
    `//${elsewhere}/1.enc`,
    `/\\${elsewhere}/1.enc`,
    `/\t/${elsewhere}/1.enc`,
    `\\\\${elsewhere}/1.enc`,
    `https://${elsewhere}/1.enc`,
    `@${elsewhere}/1.enc`,
    `.${elsewhere}`,
    ":1/1.enc",
    "1.enc",
    `/${"x".repeat(5000)}`,
    `//${"ü.".repeat(30_000)}`,
    null,
    undefined,
  ];
  for (const directPath of paths)
    expect(
      await thrown(
        download(
          { ...part, url: `${inside.origin}/v/1.enc`, directPath } as mediaFiles.Part,
          "image",
          at(host),
        ),
      ),
    ).toEqual(new Refused("ERR_WAPP_DOWNLOAD_MEDIA"));
  for (const directPath of [
    `/../../${elsewhere}/1.enc`,
    `/@${elsewhere}/1.enc`,
    `/x\\..\\..\\${elsewhere}`,
  ])
    await download({ ...part, directPath }, "image", at(host));
  expect(host.asked).toHaveLength(4);
  expect(inside.asked).toEqual([]);
});

test("nobody is sent on to another host", async () => {
  const { part, body } = await sealed(cake);
  const inside = serves(() => new Response(body));
  for (const status of [301, 302, 303, 307, 308]) {
    const host = serves(
      () => new Response(null, { status, headers: { location: `${inside.origin}/1.enc` } }),
    );
    expect(await thrown(download(part, "image", at(host)))).toEqual(
      new Refused("ERR_WAPP_DOWNLOAD_MEDIA"),
    );
  }
  expect(inside.asked).toEqual([]);
});

test("a file that is too large is refused by its word, its length or when it is too much", async () => {
  const { part, body } = await sealed(cake);
  const host = serves(() => new Response(body));
  const large = new Refused("ERR_MEDIA_TOO_LARGE");
  expect(await thrown(download({ ...part, fileLength: limit + 1 }, "image", at(host)))).toEqual(
    large,
  );
  expect(host.asked).toEqual([]);

  const claims = await raw((socket) =>
    socket.write("HTTP/1.1 200 OK\r\nContent-Length: 209715200\r\n\r\n"),
  );
  expect(await thrown(download(part, "image", at(claims)))).toEqual(large);

  for (const [status, error] of [
    [200, large],
    [500, new Unreachable("answered 500")],
  ] as const) {
    const hungUp = Promise.withResolvers<void>();
    const endless = serves(({ signal }) => {
      signal.addEventListener("abort", () => hungUp.resolve());
      return new Response(
        new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(100_000)) }),
        { status },
      );
    });
    expect(await thrown(download(part, "image", at(endless)))).toEqual(error);
    await hungUp.promise;
  }

  for (const length of [96, 100]) {
    const just = await sealed(cake.subarray(0, length));
    const near = serves(() => new Response(just.body));
    expect(await download(just.part, "image", { ...at(near), limit: length })).toHaveLength(length);
    expect(
      await thrown(
        download({ ...just.part, fileLength: 3 }, "image", { ...at(near), limit: length - 1 }),
      ),
    ).toEqual(large);
  }
});

test("a file that is not what the message promised is refused", async () => {
  const { part, body } = await sealed(cake);
  const other = await sealed(Buffer.from("pão"));
  const flipped = Buffer.from(body);
  flipped[1000]! ^= 1;
  const unproven = Buffer.concat([body.subarray(0, -10), Buffer.alloc(10)]);
  const anyHash = { directPath: part.directPath, mediaKey };
  const wrong: [string, mediaFiles.Part, Uint8Array<ArrayBuffer>][] = [
    ["other bytes", anyHash, cake],
    ["another file", part, other.body],
    ["a flipped bit", anyHash, flipped],
    ["a wrong MAC", anyHash, unproven],
    ["a cut file", anyHash, body.subarray(0, -16)],
    ["nothing", anyHash, Buffer.alloc(0)],
    ["less than a MAC", anyHash, Buffer.alloc(9)],
    ["a MAC alone", anyHash, body.subarray(-10)],
    ["another encrypted hash", { ...part, fileEncSha256: part.fileSha256 }, body],
    ["another plain hash", { ...part, fileSha256: part.fileEncSha256 }, body],
    ["another key", { ...part, mediaKey: Buffer.alloc(32, 8) }, body],
    ["padding that isn't any", anyHash, (await sealed(cake.subarray(0, 32), false)).body],
  ];
  for (const [what, promise, bytes] of wrong)
    expect([
      what,
      await thrown(download(promise, "image", at(serves(() => new Response(bytes))))),
    ]).toEqual([what, new Refused("ERR_WAPP_DOWNLOAD_MEDIA")]);
  expect(await thrown(download(part, "video", at(serves(() => new Response(body)))))).toEqual(
    new Refused("ERR_WAPP_DOWNLOAD_MEDIA"),
  );
  for (const key of [undefined, new Uint8Array(), new Uint8Array(31)])
    expect(
      await thrown(
        download({ ...part, mediaKey: key }, "image", at(serves(() => new Response(body)))),
      ),
    ).toBeInstanceOf(Refused);
});

test("a file that is no longer there is gone, and any other refusal is one", async () => {
  const { part, body } = await sealed(cake);
  const answers = (status: number) =>
    thrown(
      download(
        part,
        "image",
        at(serves(() => new Response(status === 204 ? null : body, { status }))),
      ),
    );
  for (const status of [403, 404, 410])
    expect(await answers(status)).toBeInstanceOf(mediaFiles.MediaGone);
  for (const status of [204, 206, 400, 401, 416])
    expect(await answers(status)).toEqual(new Refused("ERR_WAPP_DOWNLOAD_MEDIA"));
  for (const status of [429, 500, 503]) expect(await answers(status)).toBeInstanceOf(Unreachable);
});

test("a network in trouble leaves the file for later", async () => {
  const { part, body } = await sealed(cake);
  const cut = await raw((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n`);
    socket.end(body.subarray(0, 1000));
  });
  const torn = await raw((socket) =>
    socket.end("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\nxxx"),
  );
  const closed = serves(() => new Response(body));
  await closed.stop(true);
  for (const host of [cut, torn, closed])
    expect(await thrown(download(part, "image", at(host)))).toBeInstanceOf(Unreachable);

  // A certificate that names other hosts.
  const stranger = serves(() => new Response(body), "127.0.0.2");
  expect(
    await thrown(download(part, "image", { host: new URL(stranger.origin).host, limit })),
  ).toBeInstanceOf(Unreachable);
  expect(stranger.asked).toEqual([]);
});

test("a host that drips, says nothing or is called off is left", async () => {
  const { part, body } = await sealed(cake);
  const silent = await raw(() => {});
  let drips = 0;
  const dripping = serves(
    () =>
      new Response(
        new ReadableStream({
          pull: async (stream) => {
            drips++;
            stream.enqueue(body.subarray(0, 1));
            await Bun.sleep(5);
          },
        }),
      ),
  );
  for (const host of [silent, dripping])
    expect(await thrown(download(part, "image", { ...at(host), patience: 200 }))).toBeInstanceOf(
      Unreachable,
    );
  expect(drips).toBeGreaterThan(1);

  const stop = new AbortController();
  const waiting = serves(() => {
    stop.abort();
    return new Promise<Response>(() => {});
  });
  expect(
    await thrown(download(part, "image", { ...at(waiting), signal: stop.signal })),
  ).toBeInstanceOf(Unreachable);
  expect(waiting.asked).toHaveLength(1);
});

test("a slow server is waited for as long as something comes", async () => {
  const { part, body } = await sealed(cake);
  const piece = 280_000;
  let sent = 0;
  const slow = serves(
    () =>
      new Response(
        new ReadableStream({
          pull: async (stream) => {
            await Bun.sleep(200);
            stream.enqueue(body.subarray(sent, (sent += piece)));
            if (sent >= body.length) stream.close();
          },
        }),
      ),
  );
  const began = performance.now();
  expect(await download(part, "image", { ...at(slow), patience: 600 })).toEqual(cake);
  expect(performance.now() - began).toBeGreaterThan(600);
});

test("everyone else has their turn while a file is read", async () => {
  const { part, body } = await sealed(Buffer.alloc(limit, 3));
  const host = serves(() => new Response(body));
  let [turns, reading] = [0, true];
  const turn = () => {
    turns++;
    if (reading) setImmediate(turn);
  };
  // All of it in one piece.
  const whole = { ...at(host), fetch: async () => new Response(body) };
  turn();
  await download(part, "image", whole);
  reading = false;
  expect(turns).toBeGreaterThan(limit / 262_144 - 1);
});

test("what is uploaded can be downloaded", async () => {
  const stored = new Map<string, Uint8Array<ArrayBuffer>>();
  const host = serves(async (request, url) => {
    if (request.method === "GET") return new Response(stored.get(url.pathname)!);
    expect(request.headers.get("content-length")).toBe(String(Bun.file(file.encFilePath).size));
    expect(request.headers.get("transfer-encoding")).toBeNull();
    stored.set(url.pathname, await request.bytes());
    return Response.json({ url: `${url.origin}${url.pathname}`, direct_path: url.pathname, ts: 5 });
  });
  const file = await encrypted("audio");
  const upload = uploader(
    async () => ({ auth: "a/b+c=", hosts: [{ hostname: host.name }] }),
    mediaFiles.hosts(host.name),
    { fetch: host.fetch },
  );

  const token = file.fileEncSha256.toString("base64url");
  const { mediaUrl, directPath, ts } = await upload(file.encFilePath, {
    fileEncSha256B64: file.fileEncSha256.toString("base64"),
    mediaType: "audio",
  });
  expect({ mediaUrl, directPath, ts }).toEqual({
    mediaUrl: `${host.origin}/mms/audio/${token}`,
    directPath: `/mms/audio/${token}`,
    ts: 5,
  });
  expect(host.asked).toEqual([`POST /mms/audio/${token}?auth=a%2Fb%2Bc%3D&token=${token}`]);
  expect(await download({ ...file, directPath }, "audio", at(host))).toEqual(cake);
});

test("an upload tries each host, then once more with a fresh ticket", async () => {
  const file = await encrypted("image");
  const good = serves((_, { searchParams }) =>
    searchParams.get("auth") === "fresh"
      ? Response.json({ url: "u", direct_path: "/d" })
      : Response.json({ error: { code: 401 } }, { status: 401 }),
  );
  const away = serves(() => Response.redirect(good.origin, 307));
  const ill = serves(() => new Response("no", { status: 500 }));
  const forced: boolean[] = [];
  const tickets = async (force: boolean) => {
    forced.push(force);
    return {
      auth: force ? "fresh" : "stale",
      hosts: [away, ill, good].map(({ name }) => ({ hostname: name })),
    };
  };
  const anywhere = { download: "", allows: () => true };
  const sent = {
    fileEncSha256B64: file.fileEncSha256.toString("base64"),
    mediaType: "image",
  } as const;
  const { mediaUrl, directPath } = await uploader(tickets, anywhere, { fetch: good.fetch })(
    file.encFilePath,
    sent,
  );
  expect({ mediaUrl, directPath, forced }).toEqual({
    mediaUrl: "u",
    directPath: "/d",
    forced: [false, true],
  });
  expect([away, ill, good].map((host) => host.asked.length)).toEqual([2, 2, 2]);
});

test("nothing is uploaded to a host that isn't the network's", async () => {
  const file = await encrypted("image");
  const evil = serves(() => Response.json({ url: "u", direct_path: "/d" }));
  const sent = {
    fileEncSha256B64: file.fileEncSha256.toString("base64"),
    mediaType: "image",
  } as const;
  const names = [
    evil.name,
    `mmg.whatsapp.net@${evil.name}`,
    `${evil.name}/mmg.whatsapp.net`,
    `${evil.name}#.whatsapp.net`,
  ];
  for (const hostname of names)
    expect(
      await thrown(
        uploader(async () => ({ auth: "a", hosts: [{ hostname }] }), mediaFiles.hosts(), {
          fetch: evil.fetch,
        })(file.encFilePath, sent),
      ),
    ).toBeInstanceOf(Unreachable);
  expect(
    await thrown(
      uploader(async () => Promise.reject(new Unreachable("closed")), mediaFiles.hosts(), {
        fetch: evil.fetch,
      })(file.encFilePath, sent),
    ),
  ).toBeInstanceOf(Unreachable);
  expect(evil.asked).toEqual([]);
});

test("an upload that stands still is given up, however large it is", async () => {
  const silent = await raw(() => {});
  const upload = uploader(
    async () => ({ auth: "a", hosts: [{ hostname: silent.name }] }),
    mediaFiles.hosts(silent.name),
    { fetch: silent.fetch, patience: 100 },
  );
  for (const size of [3, 20_000_000]) {
    const file = await encrypted("image", Buffer.alloc(size));
    expect(
      await thrown(upload(file.encFilePath, { fileEncSha256B64: "eA==", mediaType: "image" })),
    ).toBeInstanceOf(Unreachable);
  }
});

test("hosts are WhatsApp's, or the stand-in alone", () => {
  const { download, allows } = mediaFiles.hosts();
  expect(download).toBe("mmg.whatsapp.net");
  for (const host of [
    "mmg.whatsapp.net",
    "media-gru1-1.cdn.whatsapp.net",
    "pps.whatsapp.net",
    "MMG.WhatsApp.net",
  ])
    expect([host, allows(host)]).toEqual([host, true]);
  for (const host of [
    "whatsapp.net",
    "evilwhatsapp.net",
    "whatsapp.net.evil.com",
    "mmg.whatsapp.net:8443",
    "a@mmg.whatsapp.net",
    "evil.com/.whatsapp.net",
    "evil.com\\.whatsapp.net",
    "mmg.whatsapp.net.",
    "",
    "127.0.0.1",
    "evil.com\n.whatsapp.net",
  ])
    expect([host, allows(host)]).toEqual([host, false]);

  const standIn = mediaFiles.hosts("127.0.0.1:9101");
  expect(standIn.download).toBe("127.0.0.1:9101");
  expect(
    ["127.0.0.1:9101", "127.0.0.1:9102", "127.0.0.1", "mmg.whatsapp.net"].map(standIn.allows),
  ).toEqual([true, false, false, false]);
});

test("a profile picture is a picture from the network's hosts, or none", async () => {
  const starts = [
    [0xff, 0xd8, 0xff, 0xe0],
    [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
    [...Buffer.from("RIFF"), 0x0a, 0, 0, 0, ...Buffer.from("WEBPVP8 ")],
  ];
  const pictures = starts.map((start) => Buffer.concat([Buffer.from(start), Buffer.alloc(100)]));
  const bodies: Record<string, BodyInit> = {
    "/0": pictures[0]!,
    "/1": pictures[1]!,
    "/2": pictures[2]!,
    "/svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
    "/wav": "RIFF\n\0\0\0WAVEfmt ",
    "/none": "",
    "/large": Buffer.concat([pictures[0]!, Buffer.alloc(2 * 1024 * 1024)]),
  };
  const host = serves((_, { pathname }) =>
    pathname in bodies
      ? new Response(bodies[pathname]!)
      : pathname === "/away"
        ? Response.redirect(`${host.origin}/0`, 302)
        : new Response("", { status: 404 }),
  );
  const seen = (path: string, allowed = mediaFiles.hosts(host.name)) =>
    mediaFiles.picture(`${host.origin}${path}`, allowed, { fetch: host.fetch });

  for (const i of [0, 1, 2]) expect(await seen(`/${i}`)).toEqual(pictures[i]!);
  for (const path of ["/svg", "/wav", "/none", "/large", "/away", "/404"])
    expect([path, await seen(path)]).toEqual([path, undefined]);
  const before = host.asked.length;
  expect(await seen("/0", mediaFiles.hosts())).toBeUndefined();
  for (const address of [
    "",
    "nonsense",
    `http://${host.name}/0`,
    `https://me:secret@${host.name}/0`,
    "file:///etc/passwd",
    `https://${host.name}.evil.com/0`,
  ])
    expect([
      address,
      await mediaFiles.picture(address, mediaFiles.hosts(host.name), { fetch: host.fetch }),
    ]).toEqual([address, undefined]);
  expect(host.asked).toHaveLength(before);
});

/** A media host of our own, which remembers its requests. */
function serves(
  answer: (request: Request, url: URL) => Response | Promise<Response>,
  hostname = "127.0.0.1",
) {
  const paths: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname,
    tls,
    fetch: (request) => {
      const url = new URL(request.url);
      paths.push(`${request.method} ${url.pathname}${url.search}`);
      return answer(request, url);
    },
  });
  afterAll(() => server.stop(true));
  return {
    asked: paths,
    origin: server.url.origin,
    name: server.url.host,
    fetch: trusting,
    stop: (now: boolean) => server.stop(now),
  };
}

/** A host that answers as no proper server would. */
async function raw(respond: (socket: Bun.Socket) => void) {
  const listener = Bun.listen({
    port: 0,
    hostname: "127.0.0.1",
    tls,
    socket: { data: (socket) => respond(socket) },
  });
  afterAll(() => listener.stop(true));
  const name = `127.0.0.1:${listener.port}`;
  return { name, origin: `https://${name}`, fetch: trusting };
}

const trusting = (url: URL, init: BunFetchRequestInit) =>
  fetch(url, { ...init, tls: { ca: cert } });
const at = (host: { origin: string }) => ({
  host: new URL(host.origin).host,
  limit,
  fetch: trusting,
});

const download = async (...what: Parameters<typeof mediaFiles.download>) =>
  Buffer.concat(await Array.fromAsync(mediaFiles.download(...what)));

const thrown = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "nothing was thrown",
    (error: unknown) => error,
  );

/** A file as a phone uploads it, and its description in the message. */
async function sealed(file: Uint8Array, padding = true) {
  const { iv, cipherKey, macKey } = await getMediaKeys(mediaKey, "image");
  const cipher = createCipheriv("aes-256-cbc", cipherKey, iv).setAutoPadding(padding);
  const ciphertext = Buffer.concat([cipher.update(file), cipher.final()]);
  const body = Buffer.concat([
    ciphertext,
    createHmac("sha256", macKey!).update(iv).update(ciphertext).digest().subarray(0, 10),
  ]);
  const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
  return {
    body,
    part: {
      directPath: "/v/t62.7118-24/1_n.enc?ccb=11-4&oh=01",
      mediaKey,
      fileLength: file.length,
      fileSha256: hash(file),
      fileEncSha256: hash(body),
    },
  };
}

/** The cake, or another file, as Baileys itself encrypts it. */
async function encrypted(type: "audio" | "image", bytes = cake) {
  const file = await encryptedStream(bytes, type);
  afterAll(() => rm(file.encFilePath, { force: true }));
  return file;
}
