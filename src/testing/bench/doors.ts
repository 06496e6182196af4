import { caller, signedIn, type Call } from "./caller.ts";
import { eventually } from "../browser/eventually.ts";

const password = "pao-quente-1";

/** `takes`: the extensions that a door accepts; it refuses others by their name. */
export type Door = {
  who: "agent" | "admin" | "token" | "stranger" | "customer" | "bot";
  name: string;
  takes?: RegExp;
  knock(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<number>;
};

/**
 * Opens every door of a new box through which a file comes in, each with its caller. `bring` serves
 * a file to bots through a flow at `flow`.
 */
export async function openDoors(
  url: string,
  owner: { email: string; password: string },
  flow: string,
  bring: (bytes: Uint8Array<ArrayBuffer>, name: string) => Promise<boolean>,
): Promise<Door[]> {
  const rui = caller(url, signedIn(url, owner));
  const queue = await rui.make("/queue", { name: "Encomendas", color: "#0f766e" });
  const line = await rui.make("/whatsapp", {
    name: "Balcão",
    provider: "practice",
    queueIds: [queue],
  });
  await rui.json("POST", `/practice/${line}/scan`, {});
  const user = { name: "Ana", email: "ana@paoquente.com.br", password, queueIds: [queue] };
  await rui.make("/users", user);
  const ana = caller(url, signedIn(url, { email: user.email, password }));
  const program = await rui.json<{ token: string }>("POST", `/whatsapp/${line}/token`, {
    name: "Programa",
    perMinute: 100_000,
  });
  const token = caller(url, async () => program.token);
  const stranger = caller(url, await strangersToken(url, rui));

  const number = "5511988880001";
  const write = (form: Record<string, string | File>) =>
    rui.form(`/practice/${line}/messages`, { from: number, ...form });
  await write({ body: "Tem pão?" });
  const { tickets } = await eventually(
    async () => {
      const listed = await rui.json<Tickets>("GET", "/tickets?status=pending&showAll=true");
      return listed.tickets.length > 0 ? listed : undefined;
    },
    "the first message",
    20_000,
  );
  const [{ id: ticket, contactId }] = tickets as [Tickets["tickets"][number]];
  await ana.json("PUT", `/tickets/${ticket}`, { status: "open", queueId: queue });

  const botsTicket = await botsLine(rui, flow);
  const day = new Date(Date.now() + 86_400_000).toISOString();
  const made = {
    chat: await ana.make("/chats", { title: "Padaria", users: [{ id: 1 }] }),
    quick: await ana.make("/quick-messages", { shortcode: "precos", message: "Preços" }),
    schedule: await ana.make("/schedules", { body: "Seu bolo", contactId, sendAt: day }),
    option: await rui.make("/queue-options", { queueId: queue, title: "Bolos", message: "Quais?" }),
    campaign: await rui.make("/campaigns", { name: "Natal", message1: "Panetone" }),
    list: await rui.make("/contact-lists", { name: "Clientes" }),
    announcement: await rui.make("/announcements", { title: "Aviso", text: "Feriado" }),
    promotion: await rui.make("/promotions", {
      name: "Natal",
      startpromotionsAt: "2026-12-01",
      endpromotionsAt: "2026-12-31",
    }),
    product: await rui.make("/products", { name: "Pão francês", code: "1" }),
    ticket,
  };
  const upload = (
    who: Door["who"],
    by: ReturnType<typeof caller>,
    path: string,
    field: string,
    more: Record<string, string> = {},
    takes?: RegExp,
  ): Door => ({
    who,
    name: `POST ${path.replace(/\d+/g, "ID")}${more.voice ? ", as a voice" : more.sticker ? ", as a sticker" : ""}`,
    takes,
    knock: (bytes, name) => by.form(path, { ...more, [field]: new File([bytes], name) }),
  });
  const sheet = /^(xlsx?|csv|txt|vcf)$/;
  const picture = /^(png|jpg)$/;
  const inJson = (
    who: Door["who"],
    by: ReturnType<typeof caller>,
    method: Call,
    path: string,
    body: object,
  ): Door => ({
    who,
    name: `${method} ${path.replace(/\d+/g, "ID")}, as base64`,
    takes: picture,
    knock: (bytes) =>
      by.status(method, path, { ...body, media: Buffer.from(bytes).toString("base64") }),
  });

  return [
    {
      who: "agent",
      name: "POST /messages/ID, and its small picture",
      async knock(bytes, name) {
        const { status, answer } = await ana.sent<{ mediaUrl: string }[]>(
          `/messages/${made.ticket}`,
          { medias: new File([bytes], name) },
        );
        const [message] = Array.isArray(answer) ? answer : [];
        if (message?.mediaUrl) await (await fetch(`${url}${message.mediaUrl}&thumb=true`)).bytes();
        return status;
      },
    },
    upload(
      "agent",
      ana,
      `/messages/${made.ticket}`,
      "medias",
      { voice: "true" },
      /^(mp4|webm|ogg|mp3|wav)$/,
    ),
    upload("agent", ana, `/messages/${made.ticket}`, "medias", { sticker: "true" }, /^webp$/),
    upload("agent", ana, `/chats/${made.chat}/messages`, "medias"),
    upload("agent", ana, `/quick-messages/${made.quick}/media-upload`, "file"),
    upload("agent", ana, `/schedules/${made.schedule}/media-upload`, "file"),
    upload("admin", rui, `/contacts/import/file`, "file", {}, sheet),
    upload("admin", rui, `/contact-lists/${made.list}/upload`, "file", {}, sheet),
    upload("admin", rui, `/opt-outs/import`, "file", {}, sheet),
    upload("admin", rui, `/products/import`, "file", {}, sheet),
    upload("admin", rui, `/queue-options/${made.option}/media-upload`, "file"),
    {
      ...upload("admin", rui, "/files/uploadList/ID", "files"),
      async knock(bytes, name) {
        const list = { name: `Cardápio ${crypto.randomUUID()}`, message: "Segue" };
        const files = new File([bytes], name);
        return rui.form(`/files/uploadList/${await rui.make("/files", list)}`, { files });
      },
    },
    upload("admin", rui, `/campaigns/${made.campaign}/media-upload`, "file"),
    upload("admin", rui, `/announcements/${made.announcement}/media-upload`, "file"),
    upload("admin", rui, `/promotions/${made.promotion}/media-upload`, "file"),
    upload("admin", rui, `/products/${made.product}/media-upload`, "file"),
    inJson("admin", rui, "PUT", `/products/${made.product}`, {}),
    inJson("admin", rui, "PUT", "/companies/1", {}),
    {
      who: "admin",
      name: "POST /company-files/uploads/ID/plan",
      takes: /^(tar|zip|gz|json|sqlite|bin|txt|mp4)$/,
      async knock(bytes, name) {
        const { upload: id } = await rui.json<{ upload: string }>(
          "POST",
          "/company-files/uploads",
          { size: bytes.length },
        );
        await rui.form(`/company-files/uploads/${id}`, { at: "0", file: new File([bytes], name) });
        return rui.status("POST", `/company-files/uploads/${id}/plan`, {});
      },
    },
    {
      ...upload("token", token, "/messages/send", "medias"),
      knock: (bytes, name) =>
        token.form("/messages/send", { number, body: "Segue", medias: new File([bytes], name) }),
    },
    upload("stranger", caller(url), `/messages/${made.ticket}`, "medias"),
    upload("stranger", stranger, "/contacts/import/file", "file", {}, sheet),
    {
      ...upload("stranger", stranger, "/quick-messages/ID/media-upload", "file"),
      async knock(bytes, name) {
        const shortcode = `a${crypto.randomUUID().slice(0, 8)}`;
        const id = await stranger.make("/quick-messages", { shortcode, message: "Preços" });
        return stranger.form(`/quick-messages/${id}/media-upload`, {
          file: new File([bytes], name),
        });
      },
    },
    {
      who: "customer",
      name: "a message with a file",
      knock: (bytes, name) => write({ media: new File([bytes], name), type: kindOf(name) }),
    },
    {
      who: "bot",
      name: "a flow's answer with a file",
      async knock(bytes, name) {
        const arrived = bring(bytes, name);
        await rui.form(`/practice/${botsTicket}/messages`, {
          from: `55119${Math.floor(1e8 * Math.random())}`,
          body: "Oi",
        });
        return (await arrived) ? 200 : 0;
      },
    },
  ];
}

type Tickets = { tickets: { id: number; contactId: number }[] };

/** The media type that a customer's phone gives a file. A phone may send any type. */
const kindOf = (name: string) =>
  /\.(png|jpg|gif|webp|bmp|heic)$/.test(name)
    ? "image"
    : /\.(mp4|webm|avi)$/.test(name)
      ? "video"
      : /\.(mp3|ogg|wav|aac|amr)$/.test(name)
        ? "audio"
        : "application";

/** A stranger signs up with a company of their own, and is its admin. */
async function strangersToken(url: string, rui: ReturnType<typeof caller>) {
  const email = "ze@outra.com.br";
  await rui.make("/companies", {
    name: "Outra Padaria",
    email,
    phone: "5511977770001",
    document: "11222333000181",
    password,
    planId: 1,
  });
  return signedIn(url, { email, password });
}

/** A connection whose customers a flow serves. */
async function botsLine(rui: ReturnType<typeof caller>, flow: string): Promise<number> {
  const integrationId = await rui.make("/queueIntegration", {
    type: "webhook",
    name: "Fluxo",
    urlN8N: flow,
    secret: "segredo-do-fluxo",
  });
  const queue = await rui.make("/queue", { name: "Robô", color: "#7c3aed", integrationId });
  const line = await rui.make("/whatsapp", {
    name: "Robô",
    provider: "practice",
    queueIds: [queue],
  });
  await rui.json("POST", `/practice/${line}/scan`, {});
  return line;
}
