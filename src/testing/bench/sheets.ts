import { spreadsheet } from "../sheets.ts";
import { childrenOf, heldBy, peak, type Box } from "./box.ts";
import { at } from "./load.ts";

const rows = 50_000;

/**
 * `idle` is the longest answer of a process with nothing to do meanwhile: the wait that the machine
 * itself causes.
 */
export type Wait = { p99: number; worst: number; idle: number };
export type Imported = {
  rows: number;
  read: number;
  took: number;
  whileRead: Wait;
  whileTaken: Wait;
  reader: number;
  box: number;
};

/**
 * Imports a spreadsheet of 50,000 contacts. Returns its duration, its memory, and how long others
 * wait for a small call meanwhile, all in ms and MB.
 */
export async function imported(
  box: Box,
  token: string,
  idle: Box,
  count = rows,
): Promise<Imported> {
  const call = async <T>(method: string, path: string, body?: FormData | string) => {
    const response = await fetch(`http://127.0.0.1:${box.port}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(typeof body === "string" && { "content-type": "application/json" }),
      },
      body,
    });
    if (!response.ok)
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };
  const form = new FormData();
  form.append("file", new File([customers(count) as Uint8Array<ArrayBuffer>], "clientes.xlsx"));

  let reader = 0;
  const watch = setInterval(() => (reader = Math.max(reader, ...childrenOf(box).map(heldBy))), 20);
  let [began, read, took] = [performance.now(), 0, 0];
  let file = { id: 0, mapping: {} };
  let [whileRead, whileTaken]: Wait[] = [];
  const busy = await peak(box, async () => {
    whileRead = await waits(
      box,
      idle,
      async () => void (file = await call("POST", "/contacts/import/file", form)),
    );
    read = performance.now() - began;
    began = performance.now();
    whileTaken = await waits(box, idle, async () => {
      await call(
        "POST",
        `/contacts/import/file/${file.id}`,
        JSON.stringify({ mapping: file.mapping }),
      );
      while (
        (await call<{ state: string }>("GET", `/contacts/import/file/${file.id}`)).state ===
        "running"
      )
        await Bun.sleep(250);
    });
    took = performance.now() - began;
  });
  clearInterval(watch);
  return {
    rows: count,
    read,
    took,
    whileRead: whileRead!,
    whileTaken: whileTaken!,
    reader,
    box: busy.rss,
  };
}

function customers(count: number): Uint8Array {
  return spreadsheet([
    ["Nome", "Telefone", "E-mail", "Tags", "Cidade"],
    ...Array.from({ length: count }, (_, index) => [
      `Cliente ${index} da Silva`,
      5_541_900_000_000 + index,
      `cliente${index}@exemplo.com.br`,
      "vip, atacado",
      "Santos",
    ]),
  ]);
}

/** Measures how long another caller's small calls wait during the work. */
export async function waits(box: Box, idle: Box, work: () => Promise<void>): Promise<Wait> {
  let on = true;
  const asking = async (url: string) => {
    const times: number[] = [];
    while (on) {
      const began = performance.now();
      await (await fetch(url)).text();
      times.push(performance.now() - began);
      await Bun.sleep(2);
    }
    return times.sort((a, b) => a - b);
  };
  const both = Promise.all([
    asking(`http://127.0.0.1:${box.port}/healthz`),
    asking(`http://127.0.0.1:${idle.port}/nothing`),
  ]);
  await work();
  on = false;
  const [ours, theirs] = await both;
  return { p99: at(ours, 0.99), worst: ours.at(-1)!, idle: theirs.at(-1)! };
}
