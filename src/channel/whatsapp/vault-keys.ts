import type { SignalDataSet, SignalDataTypeMap } from "@whiskeysockets/baileys";
import type { Identifier } from "../channel.ts";
import type { RowSeals } from "./row-seals.ts";
import { json, parsed, revived } from "./sealed-rows.ts";
import { packed, peopleIn } from "./stanzas.ts";
import type { Opened } from "./vault-file.ts";
import type { statements } from "./vault-statements.ts";

type Keys = SignalDataSet & { opened?: Record<string, Opened> };

/** The rows of a connection's keys, and of the messages that they decrypted. */
export class VaultKeys {
  constructor(
    private readonly connection: number,
    private readonly sql: ReturnType<typeof statements>,
    private readonly seals: RowSeals,
    private readonly now: () => number,
  ) {}

  get<Type extends keyof SignalDataTypeMap>(
    type: Type,
    ids: string[],
  ): Record<string, SignalDataTypeMap[Type]> {
    const rows =
      ids.length === 1
        ? this.sql.key.all(this.connection, type, String(ids[0]))
        : this.sql.keys.all(this.connection, type, JSON.stringify(ids.map(String)));
    return Object.fromEntries(
      rows.map(({ id, value }) => [
        id,
        revived(type, parsed(this.seals.open(["key", type, id], value))),
      ]),
    );
  }

  /** Whether two ids are one person's, by the pairs of phone and lid that are stored. */
  isSame(one: Identifier | undefined, other: Identifier | undefined): boolean {
    if (!one || !other) return false;
    if (one.type === other.type) return one.value === other.value;
    const [phone, lid] = one.type === "phone" ? [one, other] : [other, one];
    return (
      phone.type === "phone" &&
      lid.type === "lid" &&
      this.get("lid-mapping", [phone.value])[phone.value] === lid.value
    );
  }

  /** Stores changes, within the vault's write. */
  set({ opened = {}, ...data }: Keys) {
    const at = this.now();
    for (const [type, entries] of Object.entries(data)) {
      for (const [id, value] of Object.entries(entries ?? {})) {
        if (value === null || value === undefined) this.sql.dropKey.run(this.connection, type, id);
        else
          this.sql.setKey.run(
            this.connection,
            type,
            id,
            this.seals.seal(["key", type, id], json(value)),
          );
      }
    }
    for (const [hash, { id, plain, node }] of Object.entries(opened)) {
      const stanza = node
        ? this.seals.seal(["node", hash], Buffer.from(JSON.stringify(packed(node))))
        : null;
      this.sql.arrived.run(
        this.connection,
        hash,
        id,
        stanza,
        this.seals.seal(["plain", hash], plain),
        listed(peopleIn(node)),
        at,
      );
    }
  }
}

/** People as the column `people` names them, without groups. */
export const listed = (ids: Identifier[]) =>
  JSON.stringify([
    ...new Set(
      ids.filter(({ type }) => type !== "group").map(({ type, value }) => `${type}:${value}`),
    ),
  ]);
