import { z } from "zod";
import type { ConnectionManager } from "../../channel/channel.ts";
import type { Network } from "../../channel/practice/network.ts";
import type { Practice } from "../../channel/practice/practice.ts";
import {
  arrayOf,
  bounded,
  formJson,
  idParam,
  number,
  text,
  webAddress,
} from "../../kit/http/fields.ts";
import { Fault } from "../../kit/fault.ts";
import { Upload } from "../../kit/files/files.ts";
import { inject, routes } from "../../kit/http/http.ts";
import type { UploadRules } from "../../kit/http/received-forms.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { messageKinds, typingStates, type MessageKind } from "../../shared/states.ts";
import { receipts } from "../../shared/practice.ts";
import { restrictionKinds } from "../../shared/restrictions.ts";
import { longestMessage } from "../../shared/limits.ts";
import { find } from "../connections/connections.ts";
import { withNumber } from "../contacts/contacts.ts";
import { isEmoji } from "../tickets/messages/react.ts";

/** The practice network of a company. */
export type PracticeNetworks = { network(company: number): Network };

/** A small file within JSON; larger ones are sent as a multipart form. */
const dataUrl = bounded(1024 * 1024)
  // Only the beginning: the rest is checked while it is decoded.
  .refine(
    (url) =>
      /^data:(image|video|audio|application|text)\/[\w.+-]+(;[\w.+-]+=[\w.+-]+)*;base64,[\w+/]/.test(
        url.slice(0, 300),
      ),
    "invalid",
  );

/** The id is part of the path of its file. */
const newId = bounded(100).regex(/^(?!\.+$)[\w.:-]+$/);

const shortText = text(300).default("");

const messageBody = z
  .object({
    from: number,
    name: text(100).default(""),
    body: bounded(longestMessage).default(""),
    type: z.enum(messageKinds).optional(),
    media: z.union([z.instanceof(Upload), dataUrl]).nullish(),
    place: z
      .object({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: shortText,
        address: shortText,
      })
      .nullish(),
    contacts: arrayOf(z.object({ name: text(100, 1), number }), 20, 1).nullish(),
    seconds: formJson(
      z
        .number()
        .min(0)
        .max(24 * 3600)
        .optional(),
    ),
    waveform: formJson(arrayOf(z.number().min(0).max(100), 64).optional()),
    referral: z
      .object({
        sourceId: bounded(100).default(""),
        sourceUrl: webAddress.default(""),
        title: shortText,
        text: text(1000).default(""),
        clickId: bounded(500).default(""),
      })
      .nullish(),
    quotedMsgId: bounded(100).nullish(),
    id: newId.optional(),
    group: formJson(
      z.object({ id: bounded(60).min(1), subject: bounded(100).default("") }).nullish(),
    ),
    /** The message that is edited, deleted or reacted to, instead of a new one. */
    to: bounded(100).min(1).optional(),
    does: z.enum(["edits", "deletes", "reacts"]).optional(),
  })
  .refine(
    ({ body, media, place, contacts, referral, does }) =>
      body.trim() !== "" ||
      media ||
      place ||
      contacts ||
      referral ||
      does === "deletes" ||
      does === "reacts",
    { path: ["body"], message: "required" },
  )
  .refine(({ does, to }) => !does === !to, { path: ["to"], message: "required" })
  .refine(({ does, body }) => does !== "reacts" || isEmoji(body), {
    path: ["body"],
    message: "invalid",
  });

const count = z.number().int().min(0).max(1_000_000);

const faults = z.object({
  disconnect: z.boolean().optional(),
  failNext: z.number().int().min(0).max(1000).optional(),
  reason: bounded(200).optional(),
  delayMs: z.number().int().min(0).max(60_000).optional(),
  logout: z.boolean().optional(),
  mediaAway: z.boolean().optional(),
  receipts: z.enum(receipts).optional(),
  restriction: z
    .object({
      kind: z.enum(restrictionKinds),
      until: z.iso.datetime().transform(Date.parse).nullable(),
      used: count.nullable(),
      of: count.nullable(),
    })
    .nullish(),
  passkey: z.boolean().optional(),
});

const media: UploadRules = {
  field: "media",
  maxFiles: 1,
  checkTarget: ({ db }, id) => refuseUnlessPractice(db, id),
};

/** The customers' phones of a practice connection. */
export default routes("/practice")
  .use(inject<ConnectionManager>()("connectionManager"))
  .use(inject<PracticeNetworks>()("practice"))
  .post(
    "/:id/scan",
    async ({ db, connectionManager, params, body }) => {
      const phone = practiceOf(db, connectionManager, params.id);
      if (body?.code === undefined) await phone.scan();
      else if (!(await phone.pair(body.code)))
        throw new Fault("invalid", "ERR_VALIDATION", {
          message: "Não é o código que a conexão mostra",
          fields: { code: "invalid" },
        });
      return find(db, params.id);
    },
    {
      can: "practice",
      params: idParam,
      body: z.object({ code: bounded(20).optional() }).optional(),
    },
  )
  .post(
    "/:id/messages",
    async ({ db, connectionManager, params, body, set }) => {
      const {
        id = crypto.randomUUID(),
        to,
        does,
        from,
        place,
        contacts,
        seconds,
        waveform,
        referral,
      } = body;
      const phone = practiceOf(db, connectionManager, params.id);
      if (to && does) return (await phone.do(from, { to, does, body: body.body })) ?? noMessage();
      const file = body.media ? await toUpload(db, id, body.media, body.type) : undefined;
      try {
        set.status = 201;
        // The connection may be gone by now.
        return await practiceOf(db, connectionManager, params.id).write({
          id,
          number: from,
          name: body.name || from,
          body: body.body,
          file: file && sent(file),
          quotedMsgId: body.quotedMsgId ?? null,
          group: body.group ?? null,
          seconds,
          waveform,
          ...(place && { place }),
          ...(contacts && { contacts }),
          ...(referral && { referral }),
        });
      } finally {
        await file?.upload.discard();
      }
    },
    {
      can: "practice",
      params: idParam,
      body: messageBody,
      accepts: media,
      jsonLimit: 1.5 * 1024 * 1024,
    },
  )
  .get(
    "/:id/messages",
    ({ db, connectionManager, practice, params, query }) => {
      practiceOf(db, connectionManager, params.id);
      return practice.network(db.company).conversation(params.id, query.number);
    },
    { can: "practice", params: idParam, query: z.object({ number }) },
  )
  .get(
    "/:id/messages/:messageId/file",
    ({ db, connectionManager, practice, params: { id, messageId }, set }) => {
      practiceOf(db, connectionManager, id);
      const network = practice.network(db.company);
      const file = network.find(id, messageId)?.media && network.file(id, messageId);
      if (!file) return noMessage();
      set.headers["content-type"] = file.type;
      set.headers["content-disposition"] = "attachment";
      return new Response(Bun.file(file.path));
    },
    { can: "practice", params: idParam.extend({ messageId: bounded(100) }) },
  )
  .get(
    "/:id/phones",
    ({ db, connectionManager, practice, params }) => {
      practiceOf(db, connectionManager, params.id);
      return practice
        .network(db.company)
        .phones(params.id)
        .map((phone) =>
          phone.name === phone.number
            ? { ...phone, name: withNumber(db, phone.number).contacts[0]?.name ?? phone.name }
            : phone,
        );
    },
    { can: "practice", params: idParam },
  )
  .get(
    "/:id/receipts",
    ({ db, connectionManager, practice, params }) => {
      practiceOf(db, connectionManager, params.id);
      return { receipts: practice.network(db.company).receipts(params.id) };
    },
    { can: "practice", params: idParam },
  )
  .post(
    "/:id/acks",
    ({ db, connectionManager, params, body }) => {
      return practiceOf(db, connectionManager, params.id).ack(body.id, body.ack) ?? noMessage();
    },
    {
      can: "practice",
      params: idParam,
      body: z.object({ id: bounded(100), ack: z.number().int().min(1).max(4) }),
    },
  )
  .post(
    "/:id/typing",
    ({ db, connectionManager, params, body }) => {
      practiceOf(db, connectionManager, params.id).type(body.from, body.state);
      return {};
    },
    {
      can: "practice",
      params: idParam,
      body: z.object({ from: number, state: z.enum(typingStates) }),
    },
  )
  .post(
    "/:id/faults",
    async ({ db, connectionManager, params, body }) => {
      await practiceOf(db, connectionManager, params.id).fault(body);
      return find(db, params.id);
    },
    { can: "practice", params: idParam, body: faults },
  );

const noMessage = (): never => {
  throw new Fault("missing", "ERR_NO_MESSAGE_FOUND", {
    message: "O telefone não tem esta mensagem",
  });
};

function practiceOf(db: CompanyDb, connectionManager: ConnectionManager, id: number): Practice {
  refuseUnlessPractice(db, id);
  return (connectionManager.channel(db.company, id) as Practice | undefined) ?? noPractice();
}

// Only for practice connections: a user must not write as the customer of a real number.
function refuseUnlessPractice(db: CompanyDb, id: number) {
  if (find(db, id).provider !== "practice") noPractice();
}

const noPractice = (): never => {
  throw new Fault("missing", "ERR_NO_WAPP_FOUND", { message: "Conexão de treino não encontrada" });
};

/** A file that a customer sends, as an upload on disk. A data URL names its own type. */
async function toUpload(
  db: CompanyDb,
  id: string,
  media: Upload | string,
  kind: MessageKind | undefined,
): Promise<{ upload: Upload; type: string }> {
  if (media instanceof Upload) return { upload: media, type: asSound(await media.type(), kind) };
  const type = /^data:([^;]+)/.exec(media)![1]!;
  const bytes = Uint8Array.fromBase64(media.slice(media.indexOf(",") + 1));
  return {
    upload: await db.files.receive([bytes], `${id}.${type.slice(type.indexOf("/") + 1)}`),
    type,
  };
}

const sent = ({ upload: { path, name, size }, type }: { upload: Upload; type: string }) => ({
  path,
  name,
  size,
  type,
});

// Some audio comes in a container that is detected as video.
const asSound = (type: string, kind: MessageKind | undefined) =>
  kind === "audio" ? type.replace(/^video\//, "audio/") : type;
