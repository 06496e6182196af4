import type { Database } from "bun:sqlite";
import { seals } from "../../kit/files/seal.ts";
import { label } from "./accounts.ts";

type Row = { connectionId: number; accessToken: Uint8Array; appSecret: Uint8Array };

/**
 * In a file that is not in use: seals the secrets of the official channel with another box's key
 * (32 bytes each). Throws when this box's key did not seal them.
 */
export function resealCloudAccounts(sqlite: Database, from: Uint8Array, to: Uint8Array) {
  const [old, next] = [cloudSeals(from), cloudSeals(to)];
  const update = sqlite.prepare(
    "UPDATE cloudAccounts SET accessToken = ?, appSecret = ? WHERE connectionId = ?",
  );
  const rows = sqlite
    .query<Row, []>("SELECT connectionId, accessToken, appSecret FROM cloudAccounts")
    .all();
  for (const { connectionId, ...secrets } of rows) {
    const [token, secret] = (["accessToken", "appSecret"] as const).map((name) => {
      const what = label(connectionId, name);
      return next.seal(what, old.open(what, secrets[name]));
    });
    update.run(token!, secret!, connectionId);
  }
}

/** The seals of the box, under the purpose that its routes have. */
export const cloudSeals = (key: Uint8Array) => seals(key, new Uint8Array(), "identities");
