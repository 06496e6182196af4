import type { Identifier, Person } from "../channel.ts";
import type { KnownPerson } from "./vault-file.ts";
import type { statements } from "./vault-statements.ts";

/** The rows of the people whom a connection's phone knows. */
export class VaultPeople {
  constructor(
    private readonly connection: number,
    private readonly sql: ReturnType<typeof statements>,
  ) {}

  /** The phone's address book, or the people of its chat list. */
  list(list: "book" | "chats"): Person[] {
    return this.sql[list]
      .all(this.connection)
      .map(({ lid, phone, name }) => ({ ids: addresses(lid, phone), name }));
  }

  /** Learns of a person, within the vault's write. */
  save({ lid, phone, name, inBook, hasChat }: KnownPerson) {
    if (!lid && !phone) return;
    const byLid = lid ? this.sql.personByLid.get(this.connection, lid) : null;
    const byPhone = phone ? this.sql.personByPhone.get(this.connection, phone) : null;
    const existing = byLid ?? byPhone;
    const other = byLid && byPhone && byLid.id !== byPhone.id ? byPhone : undefined;
    if (other) this.sql.forgetPerson.run(other.id);
    const flag = (given: boolean | undefined, column: "inBook" | "hasChat") =>
      Number(given ?? Boolean(existing?.[column] || other?.[column]));
    const row = [
      lid ?? existing?.lid ?? null,
      phone ?? existing?.phone ?? null,
      name || existing?.name || other?.name || "",
      flag(inBook, "inBook"),
      flag(hasChat, "hasChat"),
    ] as const;
    if (existing) this.sql.changePerson.run(...row, existing.id);
    else this.sql.newPerson.run(...row, this.connection);
  }
}

function addresses(lid: string | null, phone: string | null): Identifier[] {
  const ids: Identifier[] = [];
  if (phone) ids.push({ type: "phone", value: phone });
  if (lid) ids.push({ type: "lid", value: lid });
  return ids;
}
