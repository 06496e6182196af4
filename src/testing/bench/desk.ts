import { eventually } from "../browser/eventually.ts";
import { startBox, type Box } from "./box.ts";

const account = { email: "rui@paoquente.com.br", password: "pao-quente-1" };

/** A box with its owner signed in, which is killed and started again. */
export type Desk = {
  readonly url: string;
  readonly data: string;
  token(): Promise<string>;
  /** Throws unless the answer is a 2xx. */
  call<Answer>(
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: object | FormData,
  ): Promise<Answer>;
  kill(): Promise<void>;
  start(settings?: Record<string, string>): Promise<void>;
};

/** A new box on a folder. */
export async function openDesk(executable: string, data: string): Promise<Desk> {
  await Bun.$`${executable} admin create --data ${data} --email ${account.email} --name Rui --company ${"Pão Quente"} --password-file - < ${Buffer.from(account.password)}`.quiet();
  let box: Box = await startBox(executable, data);
  let token: Promise<string> | undefined;
  const request = async (method: string, path: string, body?: object, bearer?: string) =>
    fetch(`${desk.url}/api${path}`, {
      method,
      headers: {
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body && !(body instanceof FormData) && { "content-type": "application/json" }),
      },
      body: body instanceof FormData ? body : body && JSON.stringify(body),
    });
  const read = async <Answer>(path: string, response: Response) => {
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
  const signIn = async () => {
    try {
      return (
        await read<{ token: string }>("/auth/login", await request("POST", "/auth/login", account))
      ).token;
    } catch (thrown) {
      // The box may be down for now.
      token = undefined;
      throw thrown;
    }
  };
  const desk: Desk = {
    get url() {
      return `http://127.0.0.1:${box.port}`;
    },
    data,
    token: () => (token ??= signIn()),
    async call<Answer>(method: string, path: string, body?: object | FormData) {
      const response = await request(method, path, body, await desk.token());
      if (response.status !== 401) return read<Answer>(path, response);
      // An access token lasts a quarter of an hour.
      token = undefined;
      return read<Answer>(path, await request(method, path, body, await desk.token()));
    },
    kill: () => box.kill(),
    async start(settings) {
      box = await startBox(executable, data, settings);
      // A sign-in during the start went to the previous box.
      token = undefined;
    },
  };
  return desk;
}

/** Links a practice phone; returns its connection. */
export async function practiceLine(desk: Desk, name: string): Promise<number> {
  const { id } = await desk.call<{ id: number }>("POST", "/whatsapp", {
    name,
    provider: "practice",
  });
  await desk.call("POST", `/practice/${id}/scan`);
  return id;
}

/** Imports a contact list from a spreadsheet of so many rows; returns it once it is complete. */
export async function contactList(desk: Desk, name: string, rows: string[]): Promise<number> {
  const { id } = await desk.call<{ id: number }>("POST", "/contact-lists", { name });
  const form = new FormData();
  form.append("file", new File([["Nome;Número", ...rows].join("\n")], "clientes.csv"));
  const { id: importId } = await desk.call<{ id: number }>(
    "POST",
    `/contact-lists/${id}/upload`,
    form,
  );
  await eventually(
    async () =>
      (await desk.call<{ state: string }>("GET", `/imports/${importId}`)).state === "done" ||
      undefined,
    "the import",
    120_000,
  );
  return id;
}
