import { digits } from "../../kit/text.ts";
import type { Cell, Mapping } from "./table.ts";

const fold = (text: Cell) =>
  (text ?? "").normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/** Column names in three languages, the best matches first. */
const columnPatterns = {
  name: [
    /^(nome|name|nombre)$/,
    /^(nome|name|nombre)\b/,
    /^(cliente|customer|contato|contacto|contact|razao social)\b/,
  ],
  number: [
    /^(numero|number|telefone|phone|telefono|celular|whatsapp)$/,
    /whats|celular|mobile|movil|telefone|telefono|phone|^fone\b/,
    /^(numero|number|tel)\b/,
  ],
  email: [/^(e-?mail|correo)\b/, /e-?mail|correo/],
  tags: [/^(tags?|etiquetas?|labels?)$/, /\b(tags?|etiquetas?|marcador(es)?)\b/],
} satisfies Record<Exclude<keyof Mapping, "fields">, RegExp[]>;

/** Whether a row is a contact, and not column names. */
export const isContact = (cells: Cell[]) =>
  cells.some((cell) => cell !== null && /^[+\d\s().-]+$/.test(cell) && digits(cell).length >= 8);

/** What the columns seem to hold. Each is used at most once. */
export function guessMapping(head: Cell[], sample: Cell[][]): Mapping {
  const taken = new Set<number>();
  const assign = (column: number) => {
    if (column < 0) return null;
    taken.add(column);
    return column;
  };
  const byName = (patterns: RegExp[]) => {
    for (const pattern of patterns) {
      const column = head.findIndex((name, index) => !taken.has(index) && pattern.test(fold(name)));
      if (column >= 0) return assign(column);
    }
    return null;
  };
  const byContent = (test: RegExp) =>
    assign(
      head.findIndex(
        (_, column) =>
          !taken.has(column) &&
          sample.length > 0 &&
          sample.every((cells) => test.test(cells[column] ?? "")),
      ),
    );
  const email = byName(columnPatterns.email) ?? byContent(/^\S+@\S+\.\S+$/);
  const number = byName(columnPatterns.number) ?? byContent(/^[+(\d][\d\s().-]{7,}$/);
  return {
    email,
    number,
    name: byName(columnPatterns.name) ?? byContent(/^\p{L}[\p{L}\s.'-]+$/u),
    tags: byName(columnPatterns.tags),
    fields: [],
  };
}
