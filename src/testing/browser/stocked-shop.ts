import { Database } from "bun:sqlite";
import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { freshExecutable } from "../../build/executable.ts";
import { repository } from "../../build/repository.ts";
import { password, passwordHash } from "../password.ts";
import { openBox } from "./box.ts";
import { credentials, signIn, type Call, type Name } from "./calls.ts";
import { eventually } from "./eventually.ts";

const staff = {
  rui: { name: "Rui", profile: "admin", queues: [] },
  ana: { name: "Ana", profile: "user", queues: ["Atendimento"] },
  lia: { name: "Lia", profile: "user", queues: ["Atendimento"] },
  caio: { name: "Caio", profile: "user", queues: ["Encomendas"] },
} as const;

const queues = [
  { name: "Atendimento", color: "#0f766e", phone: "Balcão da padaria" },
  { name: "Encomendas", color: "#b45309", phone: "Fábrica" },
] as const;

let made: Promise<string> | undefined;

/**
 * A folder in which a box that no longer runs has left a shop: its owner, its staff, and two queues
 * with a phone each. All test files share it, and each works on a copy.
 */
export const stockedShop = () => (made ??= storedShop());

/** Makes the shop in an empty box, which runs from then on. */
export async function stock(box: Awaited<ReturnType<typeof openBox>>) {
  const { email } = credentials("zefa");
  const words = ["admin", "create", "--name", "Zefa", "--email", email];
  box.runs([...words, "--company", "Padaria Pão Quente", "--password-file", "-"], password);
  await box.start();
  const { call } = await signIn(box, email);
  const ids = new Map<string, number>();
  for (const { name, color, phone } of queues) {
    const queue = await call<{ id: number }>("POST", "/queue", { name, color });
    ids.set(name, queue.id);
    const { id } = await call<{ id: number }>("POST", "/whatsapp", {
      name: phone,
      provider: "practice",
      queueIds: [queue.id],
    });
    await call("POST", `/practice/${id}/scan`);
  }
  for (const [name, { queues: served, ...user }] of Object.entries(staff))
    await call("POST", "/users", {
      ...user,
      ...credentials(name as Name),
      queueIds: served.map((queue) => ids.get(queue)!),
    });
}

/** The ids of the shop's phones, when both are up. */
export async function linesOf(call: Call): Promise<Record<"counter" | "orders", number>> {
  const ids = await eventually(async () => {
    const phones = await call<Phone[]>("GET", "/whatsapp");
    const up = await Promise.all(phones.map((phone) => isUp(call, phone)));
    const idOf = (name: string) => phones.find((phone) => phone.name === name)!.id;
    return up.every(Boolean) ? queues.map(({ phone }) => idOf(phone)) : undefined;
  }, "the phones of the shop");
  return { counter: ids[0]!, orders: ids[1]! };
}

type Phone = { id: number; name: string; status: string };

async function isUp(call: Call, { id, status }: Phone): Promise<boolean> {
  if (status !== "CONNECTED") return false;
  return call("GET", `/practice/${id}/receipts`).then(
    () => true,
    () => false,
  );
}

async function storedShop(): Promise<string> {
  const executable = process.env.EXECUTABLE ?? (await freshExecutable());
  const { mtimeMs, size } = statSync(executable);
  const day = new Date().toISOString().slice(0, 10);
  const makers = [executable, mtimeMs, size, day, readFileSync(import.meta.path, "utf8")];
  const target = join(repository, `.cache/shop/${Bun.hash(JSON.stringify(makers)).toString(36)}`);
  if (existsSync(target)) return target;
  const box = await openBox();
  try {
    await stock(box);
    await box.kill();
    cheapenPasswords(box.folder);
    const making = `${target}-${process.pid}`;
    // Each copy makes keys of its own.
    for (const name of ["control.sqlite", "companies", "practice"])
      cpSync(join(box.folder, "data", name), join(making, "data", name), { recursive: true });
    try {
      renameSync(making, target);
    } catch (thrown) {
      // Another worker may have made it meanwhile.
      if (!existsSync(target)) throw thrown;
      rmSync(making, { recursive: true });
    }
    return target;
  } finally {
    await box.close();
  }
}

function cheapenPasswords(folder: string) {
  const control = new Database(join(folder, "data", "control.sqlite"));
  control.run("UPDATE identities SET passwordHash = ?", [passwordHash]);
  control.close();
}
