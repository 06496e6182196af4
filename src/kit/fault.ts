const statuses = {
  malformed: 400,
  signin: 401,
  overdue: 402,
  forbidden: 403,
  missing: 404,
  conflict: 409,
  large: 413,
  misdirected: 421,
  invalid: 422,
  busy: 429,
  unready: 503,
} as const;

export type Kind = keyof typeof statuses;

type More = {
  message?: string;
  fields?: Record<string, string>;
  details?: Record<string, unknown>;
};

/**
 * The one error that a caller may see. `reason` is the ERR_* code of the catalogue, `message` is
 * for people.
 */
export class Fault extends Error {
  readonly kind: Kind;
  readonly reason: string;
  readonly fields?: Record<string, string>;
  readonly details?: Record<string, unknown>;

  constructor(kind: Kind, reason: string, more: More = {}) {
    super(more.message ?? reason);
    this.kind = kind;
    this.reason = reason;
    this.fields = more.fields;
    this.details = more.details;
  }

  get http() {
    return statuses[this.kind];
  }
}

/** A refused form: a code per field. */
export const invalidFields = (fields: Record<string, string>) =>
  new Fault("invalid", "ERR_VALIDATION", { message: "Confira os campos", fields });

/** The company's plan does not include it. */
export const notInPlan = () =>
  new Fault("forbidden", "ERR_NO_PERMISSION", { message: "Seu plano não inclui este recurso" });

/** Denied to support while it visits a company. rules.md#support-visits */
export const notOnVisits = () =>
  new Fault("forbidden", "ERR_NO_PERMISSION", {
    message: "Isto não é permitido durante uma visita do suporte",
    details: { visiting: true },
  });

/** Throws `invalidFields` where any field is named. */
export function refuseFields(fields: Record<string, string>) {
  if (Object.keys(fields).length > 0) throw invalidFields(fields);
}

/** The answer to users of a company whose file can't be used. rules.md#unusable-company-files */
export const unavailable = () =>
  new Fault("unready", "ERR_COMPANY_UNAVAILABLE", {
    message:
      "Empresa indisponível: os dados dela não puderam ser lidos. Avise quem administra o servidor",
  });

/** Whether SQLite reports a damaged file. */
export const isDamage = (thrown: unknown): boolean =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(thrown));

/** Whether another connection holds a lock that SQLite needs. */
export const isBusy = (thrown: unknown): boolean => /^SQLITE_(BUSY|LOCKED)/.test(codeOf(thrown));

/**
 * Whether SQLite or the disk failed for any values. A value that a row may not hold is no such
 * failure.
 */
export const isDiskTrouble = (thrown: unknown): boolean =>
  /^(SQLITE_(?!CONSTRAINT|MISMATCH)|ENOSPC)/.test(codeOf(thrown));

/**
 * The fault behind any thrown value, or undefined when it is a bug of ours. A violated unique index
 * is a conflict; a CHECK that is named after a column makes that field invalid.
 */
export function faultOf(thrown: unknown): Fault | undefined {
  if (thrown instanceof Fault) return thrown;
  if (isDamage(thrown)) return unavailable();
  const cause = causeOf(thrown);
  if (!(cause instanceof Error) || !("code" in cause)) return undefined;
  if (cause.code === "SQLITE_CONSTRAINT_UNIQUE" || cause.code === "SQLITE_CONSTRAINT_PRIMARYKEY") {
    const fields = [...cause.message.matchAll(/\w+\.(\w+)/g)].map(([, column]) => [
      column,
      "taken",
    ]);
    return new Fault("conflict", "ERR_ALREADY_EXISTS", {
      message: "Já existe um registro com estes dados",
      fields: Object.fromEntries(fields),
    });
  }
  const [, checked] =
    (cause.code === "SQLITE_CONSTRAINT_CHECK" && /failed: (\w+)$/.exec(cause.message)) || [];
  if (checked) return invalidFields({ [checked]: "invalid" });
  if (cause.code === "SQLITE_CONSTRAINT_FOREIGNKEY")
    return new Fault("invalid", "ERR_NOT_FOUND_REFERENCE", {
      message: "Um dos registros indicados não existe",
    });
  if (cause.code === "SQLITE_FULL" || cause.code === "ENOSPC")
    return new Fault("unready", "ERR_DISK_FULL", { message: "Sem espaço em disco" });
  return undefined;
}

// drizzle wraps SQLite's error
const causeOf = (thrown: unknown) =>
  thrown instanceof Error && thrown.cause ? thrown.cause : thrown;

function codeOf(thrown: unknown): string {
  const cause = causeOf(thrown);
  return cause instanceof Error && "code" in cause ? String(cause.code) : "";
}
