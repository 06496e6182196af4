import { expect } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { dot, folder, refusal, test } from "../../testing/world.ts";
import { uploadLimit } from "../../shared/limits.ts";
import { Files, Upload } from "../files/files.ts";
import { readForm, type FormValue } from "./multipart.ts";

const boundary = "----limite";
const disposition = (name: string, fileName?: string) =>
  `Content-Disposition: form-data; name="${name}"${fileName === undefined ? "" : `; filename="${fileName}"`}`;
const part = (head: string, content: string | Uint8Array) => [
  Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
  Buffer.from(content),
  Buffer.from("\r\n"),
];
const text = (name: string, content: string) => part(disposition(name), content);
const file = (content: string | Uint8Array, fileName = "broa.png", name = "medias") =>
  part(`${disposition(name, fileName)}\r\nContent-Type: image/png`, content);
const formOf = (...parts: Buffer[][]) =>
  Buffer.concat([...parts.flat(), Buffer.from(`--${boundary}--\r\n`)]);

/** A company's folder, and a reader of forms into it. */
function shelf() {
  const files = new Files(1, folder(), new Uint8Array(32), Date.now);
  const incoming = () =>
    existsSync(join(files.folder, "incoming"))
      ? readdirSync(join(files.folder, "incoming")).length
      : 0;
  /** Reads a form that comes in pieces of some length. */
  const read = (
    bytes: Uint8Array<ArrayBuffer>,
    { pieces = bytes.length, type = `multipart/form-data; boundary=${boundary}` } = {},
  ) => readForm(requestOf(sliced(bytes, pieces), type), files, { field: "medias", maxFiles: 10 });
  return { files, incoming, read };
}

async function* sliced(bytes: Uint8Array<ArrayBuffer>, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

function requestOf(body: AsyncGenerator<Uint8Array<ArrayBuffer>>, type: string): Request {
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>) => {
    const { done, value } = await body.next();
    if (done) controller.close();
    else controller.enqueue(value);
  };
  return new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": type },
    body: new ReadableStream({ pull }, { highWaterMark: 0 }),
  });
}

const plain = (form: Map<string, FormValue>) =>
  Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      [value]
        .flat()
        .map((one) => (one instanceof Upload ? { name: one.name, size: one.size } : one)),
    ]),
  );

const malformed: Awaited<ReturnType<typeof refusal>> = {
  kind: "malformed",
  reason: "ERR_MALFORMED",
};

test("a form is read the same in whatever pieces it comes", async () => {
  const { files, read } = shelf();
  const tricky = Buffer.from(`\r\n--${boundary.slice(0, -1)}\r\n--\r\n-${boundary}\r\n\r\n`);
  const form = formOf(
    text("body", "Olá, ção"),
    file(dot),
    text("body", "[1,2]"),
    file(tricky, "b"),
    text("voice", "true"),
    text("empty", ""),
  );
  for (const pieces of [1, 2, 3, 7, 64, form.length]) {
    const parsed = await read(form, { pieces });
    expect(plain(parsed)).toEqual({
      body: ["Olá, ção", "[1,2]"],
      medias: [
        { name: "broa.png", size: dot.length },
        { name: "b", size: tricky.length },
      ],
      voice: ["true"],
      empty: [""],
    });
    const [first, second] = parsed.get("medias") as Upload[];
    expect([await first!.bytes(), await second!.bytes()]).toEqual([dot, new Uint8Array(tricky)]);
    expect(await files.keep(first!)).toMatchObject({
      type: "image/png",
      size: dot.length,
      sha256: new Bun.CryptoHasher("sha256").update(dot).digest("hex"),
    });
  }
});

test("a form that breaks off anywhere is malformed, and nothing of it stays", async () => {
  const { incoming, read } = shelf();
  const form = formOf(file("Bom dia"), text("body", "Segue"), file(dot));
  // The bytes after the last dashes may be missing.
  for (let length = 0; length < form.length - 2; length++)
    expect([length, await refusal(() => read(form.subarray(0, length), { pieces: 50 }))]).toEqual([
      length,
      malformed,
    ]);
  expect(incoming()).toBe(0);
  const breaking = async function* () {
    yield form.subarray(0, 150);
    throw new DOMException("The connection was closed.", "AbortError");
  };
  expect(
    await refusal(() =>
      readForm(requestOf(breaking(), `multipart/form-data; boundary=${boundary}`), shelf().files, {
        field: "medias",
        maxFiles: 10,
      }),
    ),
  ).toEqual(malformed);
});

test("what is no form is malformed", async () => {
  const { incoming, read } = shelf();
  const form = formOf(file(dot));
  for (const type of [
    "multipart/form-data",
    "multipart/form-data; boundary=",
    "multipart/form-data; boundary=outro",
    `multipart/form-data; boundary="${boundary}x"`,
    `multipart/form-data; boundary=${"x".repeat(5000)}`,
  ]) {
    expect([type.slice(0, 60), await refusal(() => read(form, { type }))]).toEqual([
      type.slice(0, 60),
      malformed,
    ]);
  }
  for (const body of [
    "Bom dia",
    "\r\n".repeat(1000),
    `--${boundary}`,
    `--${boundary}\r\n`,
    "-".repeat(10_000),
  ])
    expect([body.slice(0, 40), await refusal(() => read(Buffer.from(body)))]).toEqual([
      body.slice(0, 40),
      malformed,
    ]);
  expect(incoming()).toBe(0);
  // Bytes after the end are ignored.
  for (const rest of ["", "\r\n", form, "x".repeat(300_000)]) {
    expect(plain(await read(Buffer.concat([formOf(), Buffer.from(rest)])))).toEqual({});
    expect(plain(await read(Buffer.concat([form, Buffer.from(rest)]), { pieces: 1000 }))).toEqual({
      medias: [{ name: "broa.png", size: dot.length }],
    });
  }
  expect(
    plain(
      await read(formOf(file("Oi")), {
        type: `Multipart/Form-Data; charset=utf-8; boundary="${boundary}"`,
      }),
    ),
  ).toEqual({ medias: [{ name: "broa.png", size: 2 }] });
});

test("a name of a file is a name, in any script, and no way out", async () => {
  const { read } = shelf();
  const named = async (fileName: string) => plain(await read(formOf(file(dot, fileName)))).medias;
  for (const [fileName, name] of [
    ["pão de açúcar 🍞.png", "pão de açúcar 🍞.png"],
    ["../../etc/passwd", "passwd"],
    ["C:\\fotos\\broa.png", "broa.png"],
    ["a%0D%0Ab.png", "a%0D%0Ab.png"],
    ["", "arquivo"],
    ["..", "arquivo"],
  ] as const) {
    expect([fileName, await named(fileName)]).toEqual([fileName, [{ name, size: dot.length }]]);
  }
  const split = await read(formOf(file(dot, 'a"\r\nX-Evil: 1\r\nb="')));
  expect(plain(split)).toEqual({ medias: [{ name: "a", size: dot.length }] });
});

test("names of fields are only names", async () => {
  const { read } = shelf();
  const form = await read(
    formOf(text("__proto__", "x"), text("constructor", "y"), text("a.b[0]", "z")),
  );
  expect([...form]).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
    ["a.b[0]", "z"],
  ]);
});

test("files come under one name; others are passed over and not written", async () => {
  const { incoming, read } = shelf();
  expect(
    plain(
      await read(
        formOf(
          file(dot, "a", "other"),
          text("body", "Oi"),
          file(new Uint8Array(300_000), "b", "avatar"),
        ),
      ),
    ),
  ).toEqual({ body: ["Oi"] });
  expect(incoming()).toBe(0);
});

test("a form has its limits, and leaves nothing when it is over one", async () => {
  const { incoming, read } = shelf();
  const large: typeof malformed = {
    kind: "large",
    reason: "ERR_TOO_LARGE",
    fields: { medias: "too_long" },
  };
  const invalid = (code: string): typeof malformed => ({
    kind: "invalid",
    reason: "ERR_VALIDATION",
    fields: { medias: code },
  });
  const over = new Uint8Array(uploadLimit + 1);
  for (const parts of [
    [file(over)],
    [file(dot), file(over)],
    [file(over), file(dot)],
    [text("body", "Oi"), file(over), text("voice", "true")],
  ])
    expect(await refusal(() => read(formOf(...parts), { pieces: 65_536 }))).toEqual(large);
  for (const parts of [[file("")], [file(dot), file("")], [file(""), file(dot)]])
    expect(await refusal(() => read(formOf(...parts)))).toEqual(invalid("required"));
  expect(await refusal(() => read(formOf(...Array.from({ length: 11 }, () => file(dot)))))).toEqual(
    invalid("too_long"),
  );
  expect(await refusal(() => read(formOf(file(dot), text("body", "x".repeat(600_000)))))).toEqual({
    kind: "large",
    reason: "ERR_TOO_LARGE",
    fields: { body: "too_long" },
  });
  expect(
    await refusal(() =>
      read(formOf(file(dot), ...Array.from({ length: 1000 }, (_, at) => text(`f${at}`, "x")))),
    ),
  ).toEqual(malformed);
  expect(
    await refusal(() =>
      read(formOf(file(dot), ...Array.from({ length: 1000 }, () => part("X: y", "x")))),
    ),
  ).toEqual(malformed);
  expect(incoming()).toBe(0);
  expect(plain(await read(formOf(file(new Uint8Array(uploadLimit))), { pieces: 65_536 }))).toEqual({
    medias: [{ name: "broa.png", size: uploadLimit }],
  });
});

test("it stops at the limit, with the rest of the form unread", async () => {
  const { incoming, files } = shelf();
  let sent = 0;
  const endless = async function* () {
    yield Buffer.from(`--${boundary}\r\n${disposition("medias", "a.bin")}\r\n\r\n`);
    for (const chunk = new Uint8Array(65_536); ; sent += chunk.length) yield chunk;
  };
  expect(
    await refusal(() =>
      readForm(requestOf(endless(), `multipart/form-data; boundary=${boundary}`), files, {
        field: "medias",
        maxFiles: 10,
      }),
    ),
  ).toMatchObject({ kind: "large" });
  expect(sent).toBeLessThan(uploadLimit + 2 * 1024 * 1024);
  expect(incoming()).toBe(0);
});

test("a full disk is told as one, and not as the sender's fault", async () => {
  const { files, read } = shelf();
  files.receive = () =>
    Promise.reject(
      Object.assign(new Error("no space left on device"), { code: "ENOSPC", syscall: "write" }),
    );
  expect(await refusal(() => read(formOf(file(dot))))).toEqual({
    kind: "unready",
    reason: "ERR_DISK_FULL",
  });
});

test("sixty megabytes of files never stand in memory together", async () => {
  const script = `
    import { Files } from "./src/kit/files/files.ts";
    import { readForm } from "./src/kit/http/multipart.ts";
    const files = new Files(1, ${JSON.stringify(folder())}, new Uint8Array(32), Date.now);
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", async fetch(request) {
      await readForm(request, files, { field: "medias", most: 10 });
      return Response.json(process.resourceUsage().maxRSS);
    } });
    console.log(server.port);
  `;
  const child = Bun.spawn([process.execPath, "-e", script], {
    cwd: repository,
    stdout: "pipe",
    stderr: "inherit",
  });
  try {
    const { value } = await child.stdout.getReader().read();
    const send = async (count: number, size: number) => {
      const form = new FormData();
      for (let at = 0; at < count; at++)
        form.append("medias", new File([new Uint8Array(size).fill(at)], "a.bin"));
      return (
        await fetch(`http://127.0.0.1:${new TextDecoder().decode(value).trim()}/`, {
          method: "POST",
          body: form,
        })
      ).json() as Promise<number>;
    };
    const before = await send(1, 1_000_000);
    const unit = process.platform === "darwin" ? 1 : 1024;
    expect(((await send(10, 6_000_000)) - before) * unit).toBeLessThan(30_000_000);
  } finally {
    child.kill();
    await child.exited;
  }
});
