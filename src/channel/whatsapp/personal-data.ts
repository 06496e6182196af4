import type { Database } from "bun:sqlite";
import type { Identifier } from "../channel.ts";

type Erasing = [
  db: { sqlite: Database },
  person: { identifiers: { type: string; value: string }[] },
  leftovers: { messages: { connectionId: number; providerId: string }[] },
];

const merge = "it hangs on no contact";

/**
 * A person's data in the vaults of all connections. The register takes it by its form, since a
 * channel knows no modules.
 */
export const whatsappData = [
  {
    table: "waPeople",
    erase: (...[db, { identifiers }]: Erasing) => forgetPeople(db.sqlite, identifiers),
    export: "the phone's own address book",
    merge,
  },
  {
    table: "waContents",
    erase: (...[db, , { messages }]: Erasing) => forgetMessages(db.sqlite, "waContents", messages),
    export: "the message's part says the same",
    merge,
  },
  {
    table: "waInbox",
    erase: (...[db, { identifiers }, { messages }]: Erasing) => {
      forgetMessages(db.sqlite, "waInbox", messages);
      forgetStanzas(db.sqlite, "waInbox", identifiers);
    },
    export: "the message's part says the same",
    merge,
  },
  {
    table: "waUnopened",
    erase: (...[db, { identifiers }]: Erasing) =>
      forgetStanzas(db.sqlite, "waUnopened", identifiers),
    export: "nobody could open it",
    merge,
  },
];

function forgetPeople(sqlite: Database, identifiers: { type: string; value: string }[]) {
  for (const type of ["phone", "lid"] satisfies Identifier["type"][]) {
    const values = identifiers.filter((one) => one.type === type).map(({ value }) => value);
    sqlite.run(`DELETE FROM waPeople WHERE ${type} IN (SELECT value FROM json_each(?))`, [
      JSON.stringify(values),
    ]);
  }
}

/**
 * Deletes a person's stanzas, also those without a stored message: reactions, and undelivered ones.
 */
function forgetStanzas(
  sqlite: Database,
  table: "waInbox" | "waUnopened",
  identifiers: { type: string; value: string }[],
) {
  const people = identifiers.map(({ type, value }) => `${type}:${value}`);
  sqlite.run(
    `DELETE FROM ${table} WHERE EXISTS (SELECT 1 FROM json_each(people) WHERE value IN (SELECT value FROM json_each(?)))`,
    [JSON.stringify(people)],
  );
}

function forgetMessages(
  sqlite: Database,
  table: "waContents" | "waInbox",
  messages: { connectionId: number; providerId: string }[],
) {
  const id = table === "waContents" ? "id" : "messageId";
  sqlite.run(
    `DELETE FROM ${table} WHERE (connectionId, ${id}) IN (SELECT value ->> 'connectionId', value ->> 'providerId' FROM json_each(?))`,
    [JSON.stringify(messages)],
  );
}
