import { z } from "zod";
import { arrayOf, bounded, formJson, number, text, webAddress } from "../../kit/http/fields.ts";
import { Upload } from "../../kit/files/files.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { messageKinds, type MessageKind } from "../../shared/states.ts";
import { receipts } from "../../shared/practice.ts";
import { restrictionKinds } from "../../shared/restrictions.ts";
import { longestMessage } from "../../shared/limits.ts";
import { isEmoji } from "../tickets/messages/react.ts";

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

export const messageBody = z
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
    /** The choice of a message of the shop's that the customer taps. */
    choiceId: bounded(256).min(1).optional(),
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

export const faults = z.object({
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
  /** The number of a customer, who wrote a day longer ago. */
  dayPassed: number.optional(),
});

/** A file that a customer sends, as an upload on disk. A data URL names its own type. */
export async function toUpload(
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

// Some audio comes in a container that is detected as video.
const asSound = (type: string, kind: MessageKind | undefined) =>
  kind === "audio" ? type.replace(/^video\//, "audio/") : type;
