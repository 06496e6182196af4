import type { Database } from "bun:sqlite";

type Erasing = [
  db: { sqlite: Database },
  person: { identifiers: { type: string; value: string }[] },
  leftovers: { messages: { connectionId: number; providerId: string }[] },
];

const merge = "it hangs on no contact";

/**
 * A person's data that the official channel keeps. The register takes it by its form, since a
 * channel knows no modules.
 */
export const cloudData = [
  {
    table: "cloudMedia",
    erase: (...[{ sqlite }, , { messages }]: Erasing) => {
      sqlite.run(
        "DELETE FROM cloudMedia WHERE (connectionId, messageId) IN (SELECT value ->> 'connectionId', value ->> 'providerId' FROM json_each(?))",
        [JSON.stringify(messages)],
      );
    },
    export: "the message's part has the file",
    merge,
  },
  {
    table: "cloudSetAside",
    erase: (...[{ sqlite }, { identifiers }]: Erasing) => {
      const people = identifiers.map(({ type, value }) => `${type}:${value}`);
      sqlite.run(
        "DELETE FROM cloudSetAside WHERE EXISTS (SELECT 1 FROM json_each(people) WHERE value IN (SELECT value FROM json_each(?)))",
        [JSON.stringify(people)],
      );
    },
    export: "nothing could store it",
    merge,
  },
];
