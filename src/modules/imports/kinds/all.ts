import { Fault } from "../../../kit/fault.ts";
import type { ImportKind } from "../kind.ts";
import { contactKind } from "./contacts.ts";
import { listItemKind } from "./list-items.ts";
import { optOutKind } from "./opt-outs.ts";
import { productKind } from "./products.ts";

const kinds = [contactKind, listItemKind, optOutKind, productKind];

/** The kind of an import, by its name in the row. */
export function kindNamed(name: string): ImportKind {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Importação não encontrada" });
  return kind;
}
