import { connect } from "node:net";

/**
 * The bytes that one socket sends: a request's head, and pieces of its body for as long as the
 * other side reads.
 */
type Blow = { head: string[]; pieces: Buffer[] };

const mebibyte = 1024 * 1024;
/** After so long (ms) the caller gives up a blow without an answer or an end. */
const patience = 5000;

const chunk = (bytes: Buffer) =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from("\r\n")]);
const filler = chunk(Buffer.alloc(64 * 1024, "x"));

const post = (path: string, body: string, host = "balcao.local"): Blow => {
  const bytes = Buffer.from(body);
  return {
    head: [
      `POST ${path} HTTP/1.1`,
      `Host: ${host}`,
      "Content-Type: application/json",
      `Content-Length: ${bytes.length}`,
    ],
    pieces: [bytes],
  };
};

const boundary = "storm";
const form = (path: string, size: number): Blow => {
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const before = Buffer.from(
    `${part('name="from"')}5511988880001\r\n${part('name="media"; filename="broa.png"')}`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    head: [
      `POST ${path} HTTP/1.1`,
      "Host: balcao.local",
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${before.length + size + after.length}`,
    ],
    pieces: [before, ...Array<Buffer>(size / mebibyte).fill(Buffer.alloc(mebibyte, "A")), after],
  };
};

const endless = (path: string, host = "balcao.local"): Blow => ({
  head: [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    "Content-Type: application/json",
    "Transfer-Encoding: chunked",
  ],
  pieces: [chunk(Buffer.from(`{"email":"`)), ...Array<Buffer>(1600).fill(filler)],
});

/** Frames of these sizes. */
function frames(...sizes: number[]): Blow {
  const head = [
    "GET /ws HTTP/1.1",
    "Host: balcao.local",
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  ];
  return {
    head,
    pieces: sizes.map((size) => Buffer.concat([frameHead(size), Buffer.alloc(size, "[")])),
  };
}

function frameHead(size: number): Buffer {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(size), 2);
  return head;
}

const hidden = (bytes: number) =>
  `{"email":"${"]".repeat(bytes / 2)}","x":${"[".repeat(bytes / 2)}`;
const many = (item: string, count: number) => `[${Array<string>(count).fill(item).join(",")}]`;

export const strangers: Record<string, Blow[]> = {
  "a nesting hidden in a text": [
    post("/api/auth/login", hidden(60_000)),
    post("/api/setup", hidden(60_000)),
  ],
  "a Host that makes no address": ["?", "a/b", "a@b", "a\\b", "a#b"].flatMap((host) => [
    post("/api/auth/login", hidden(120_000), host),
    endless("/api/auth/login", host),
  ]),
  "100 MB without a length": [endless("/api/auth/login"), endless("/"), endless("/api/contacts")],
  "long addresses and e-mails": [
    post(
      "/api/auth/login",
      JSON.stringify({ email: "@".repeat(60_000), password: "ü.".repeat(2000) }),
    ),
    post("/api/setup", JSON.stringify({ email: `a@${"a.".repeat(25_000)}` })),
  ],
  "a frame of 15 MB": [frames(15 * mebibyte)],
  "frames of 60 KB before signing in": [frames(60_000, 60_000, 60_000)],
};

export const staff: Record<string, Blow[]> = {
  "a megabyte of nesting": [
    post("/api/contacts", hidden(1_000_000)),
    post("/api/contacts", "[".repeat(1_000_000)),
  ],
  "addresses of 200 KB": [
    post(
      "/api/ias",
      JSON.stringify({ name: "IA", type: 3, model: "m", prompt: "p", url: "ü.".repeat(65_000) }),
    ),
    post(
      "/api/queueIntegration",
      JSON.stringify({ name: "N8N", type: "n8n", urlN8N: `http://${"ü.".repeat(65_000)}/` }),
    ),
  ],
  "e-mails of a megabyte": [
    post(
      "/api/contacts",
      JSON.stringify({ name: "Bia", number: "5511988880001", email: `a@${"a.".repeat(500_000)}` }),
    ),
  ],
  "a picture of 14 MB": [form("/api/practice/1/messages", 14 * mebibyte)],
  "a picture of 9 MB, which is kept": [form("/api/practice/1/messages", 9 * mebibyte)],
  "19 MB of JSON": [
    post(
      "/api/practice/1/messages",
      JSON.stringify({
        from: "5511988880001",
        media: `data:image/png;base64,${"A".repeat(19 * mebibyte)}`,
      }),
    ),
  ],
  "half a million ids": [
    post("/api/messages/forward", `{"messageId":1,"contactIds":${many("1", 490_000)}}`),
    post("/api/tickets/bulk", `{"ids":${many("{}", 330_000)}}`),
  ],
  "100 MB of theirs without a length": [endless("/api/contacts")],
};

/** All that is tried. */
export const storm = [...Object.keys(strangers), ...Object.keys(staff)];

/** One blow, until it is answered, cut off, or given up. */
export function strike(
  port: number,
  { head, pieces }: Blow,
  token: string | undefined,
): Promise<void> {
  return new Promise((resolve) => {
    const line = connect(port, "127.0.0.1", () => {
      line.write(
        `${[...head, ...(token ? [`Authorization: Bearer ${token}`] : [])].join("\r\n")}\r\n\r\n`,
      );
      write(0);
    });
    const write = (from: number) => {
      for (let index = from; index < pieces.length && !line.destroyed; index++)
        if (!line.write(pieces[index]!)) return void line.once("drain", () => write(index + 1));
    };
    const timer = setTimeout(() => line.destroy(), patience);
    line.on("data", (data) => {
      // An opened socket has no other answer than its end.
      if (!data.includes("101 Switching")) line.destroy();
    });
    line.on("error", () => {});
    line.on("close", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

if (import.meta.main) {
  const [port, token, lasts] = process.argv.slice(2) as [string, string, string];
  const until = performance.now() + Number(lasts);
  const counts: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: 10 }, async (_, socket) => {
      const isStaff = socket % 2 === 1;
      const kinds = Object.entries(isStaff ? staff : strangers);
      for (let turn = socket; performance.now() < until; turn++) {
        const [name, blows] = kinds[turn % kinds.length]!;
        await strike(
          Number(port),
          blows[Math.floor(turn / kinds.length) % blows.length]!,
          isStaff ? token : undefined,
        );
        counts[name] = (counts[name] ?? 0) + 1;
      }
    }),
  );
  console.log(JSON.stringify(counts));
}
