import type { Database } from "bun:sqlite";
import type { VaultFile } from "../../channel/whatsapp/vault.ts";
import { Writes } from "../../kit/writes.ts";

/** A company's file as a vault has it. */
export function vaultFile(sqlite: Database): VaultFile {
  const writes = new Writes(sqlite, () => {});
  return { sqlite, write: (work) => writes.run(work) };
}
