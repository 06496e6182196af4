import type { Database } from "bun:sqlite";
import type { VaultFile } from "../../channel/whatsapp/vault-file.ts";
import { Writes } from "../../kit/db/writes.ts";

/** A company's file as the vault reads it. */
export function vaultFile(sqlite: Database): VaultFile & Pick<Writes<never>, "together"> {
  const writes = new Writes<never>(sqlite, () => {});
  return {
    sqlite,
    write: (work) => writes.run(work),
    flush: () => writes.flush(),
    together: (work) => writes.together(work),
  };
}
