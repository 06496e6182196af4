export const contactFieldTypes = ["text", "number", "date", "money"] as const;
export type ContactFieldType = (typeof contactFieldTypes)[number];

/** Words that texts already have, so that no field may be called by them. */
export const reservedKeys = [
  "nome",
  "name",
  "firstname",
  "numero",
  "number",
  "email",
  "ms",
  "gretting",
  "greeting",
  "hora",
  "time",
  "hour",
  "date",
  "data_hora",
  "connection",
  "name_company",
  "protocol",
  "ticket",
  "ticket_id",
  "user",
  "usuario",
  "username",
  "queue",
  "fila",
];

/** The key of a label: "Última compra" is `ultima_compra`. */
export const keyOf = (label: string) =>
  label
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 50);
