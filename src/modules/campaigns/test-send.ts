import { eq } from "drizzle-orm";
import { z } from "zod";
import type { ConnectionManager } from "../../channel/channel.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { id, phone, text } from "../../kit/http/fields.ts";
import { media } from "../../kit/db/media.ts";
import { refuseMissingReferences } from "../../kit/db/references.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { variantCount } from "../../shared/campaigns.ts";
import { findByIdentifiers } from "../contacts/find-by-identifier.ts";
import { onChannel } from "../connections/on-channel.ts";
import { filesOf } from "../files/files.ts";
import { newProviderId } from "../messages/messages.ts";
import { isOptedOut } from "../opt-outs/opt-outs.ts";
import { refuseClosedWindow } from "../windows/window.ts";
import { findRow } from "./find.ts";
import { countSent } from "./pace.ts";
import { render } from "./render.ts";
import { addressees, fileContent } from "./send.ts";
import { campaigns } from "./table.ts";
import { variantsOf } from "./variants.ts";

const testName = z.string().max(100).default("");
export const testBody = z.object({
  number: phone,
  variant: z.number().int().min(1).max(variantCount).optional(),
  name: testName,
});
/** An unsaved text; `campaignId`: the campaign whose stored file goes with it. */
export const draftTestBody = z.object({
  number: phone,
  name: testName,
  message: text(4000, 1),
  whatsappId: id,
  fileListId: id.nullish(),
  campaignId: id.nullish(),
});

/**
 * Sends one text of a campaign, with its files, to one number, in any state of the campaign. Throws
 * missing, invalid, and conflicts: an opt-out, a refusal of the network.
 */
export async function testSend(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  id: number,
  { number, variant, name }: z.infer<typeof testBody>,
) {
  const campaign = findRow(db, id);
  const variants = variantsOf(campaign, "message");
  const chosen =
    variant === undefined ? variants[0] : variants.find((one) => one.variant === variant);
  if (!chosen) throw invalidFields({ variant: "required" });
  const { whatsappId, fileListId, mediaId } = campaign;
  if (whatsappId === null) throw invalidFields({ whatsappId: "required" });
  return sendTest(db, connectionManager, {
    number,
    name,
    message: chosen.text,
    whatsappId,
    fileListId,
    mediaId,
  });
}

/** The same with an unsaved text. Throws as `testSend`. */
export async function testDraft(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  { campaignId, fileListId = null, ...draft }: z.infer<typeof draftTestBody>,
) {
  db.write((tx) =>
    refuseMissingReferences(tx, campaigns, { whatsappId: draft.whatsappId, fileListId }),
  );
  return sendTest(db, connectionManager, {
    ...draft,
    fileListId,
    mediaId: campaignId ? findRow(db, campaignId).mediaId : null,
  });
}

type Test = {
  number: string;
  name: string;
  message: string;
  whatsappId: number;
  fileListId: number | null;
  mediaId: number | null;
};

async function sendTest(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  { number, name, message, whatsappId, fileListId, mediaId }: Test,
) {
  if (isOptedOut(db, number))
    throw new Fault("conflict", "ERR_OPTED_OUT", {
      message: "Este número pediu para não receber campanhas",
    });
  const to = addressees(db, { number, contactId: null });
  const [contact] = findByIdentifiers(db, [{ type: "phone", value: number }]);
  refuseClosedWindow(db, { contactId: contact?.id ?? null, whatsappId });
  const called = name || (contact?.name ?? "");
  const body = render(db, message, { name: called, number, email: "" }, whatsappId);
  const own =
    mediaId === null ? undefined : db.select().from(media).where(eq(media.id, mediaId)).get();
  const files = fileListId === null ? [] : filesOf(db, fileListId);
  await onChannel(
    db,
    connectionManager,
    whatsappId,
    async (channel) => {
      for (const file of files)
        await channel.send({ id: newProviderId(), to, content: fileContent(db, file, "") });
      await channel.send({
        id: newProviderId(),
        to,
        content: own ? fileContent(db, own, body) : { kind: "chat", body },
      });
    },
    { within: 60_000 },
  );
  db.write((tx) => countSent(tx, whatsappId));
  return { message: body };
}
