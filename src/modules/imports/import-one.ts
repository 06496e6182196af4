import { z } from "zod";
import type { Identifier, ConnectionManager } from "../../channel/channel.ts";
import { invalidFields } from "../../kit/fault.ts";
import { bounded, contactName, email, writtenPhone } from "../../kit/http/fields.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import { completeNumber } from "../contacts/own-area.ts";
import { onChannel, connectedIds } from "../connections/on-channel.ts";
import { tagsIn } from "./rows.ts";
import { tagIdsByPerson, importPerson, emitContact } from "./import-person.ts";

export const oneBody = z.object({
  name: contactName,
  number: writtenPhone,
  email: email.or(z.literal("")).nullish(),
  tags: bounded(2000).nullish(),
  validateContact: z.union([z.boolean(), z.enum(["true", "false"])]).nullish(),
});

/**
 * Imports a single row, for clients that read the file themselves. The network checks the number if
 * requested and possible; its refusal is ignored. rules.md#imports
 */
export async function importOne(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  { name, number: written, email, tags, validateContact }: z.infer<typeof oneBody>,
) {
  const number = completeNumber(db, written);
  const person = { name, number, email: email ?? "", tags: tagsIn(tags ?? ""), fields: [] };
  if (person.tags.some((tag) => tag.length < 3 || tag.length > 40))
    throw invalidFields({ tags: "invalid" });
  const ids =
    String(validateContact) === "true"
      ? await identifiersOf(db, connectionManager, number)
      : undefined;
  return db.write((tx) =>
    emitContact(tx, importPerson(tx, person, tagIdsByPerson(tx, [person])(person), ids)),
  );
}

async function identifiersOf(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  number: string,
): Promise<Identifier[] | undefined> {
  const [connection] = connectedIds(db, "check");
  if (connection === undefined) return undefined;
  return onChannel(db, connectionManager, connection, (channel) => channel.check([number])).then(
    (identifiers) => identifiers.get(number),
    () => undefined,
  );
}
