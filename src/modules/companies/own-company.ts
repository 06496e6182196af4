import { eq } from "drizzle-orm";
import { z } from "zod";
import { bounded, email, id, lineOrNull, orEmpty, phone, zipCode } from "../../kit/http/fields.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { pictureText } from "../../kit/http/picture.ts";
import type { Control, CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import { modes, primaryColors } from "../../shared/companies.ts";
import { noDueDate } from "../../shared/due-date.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { find, isZone } from "./companies.ts";
import { usageOf } from "./limits.ts";
import { companies, type Company, type FullCompany, type OwnCompany } from "./table.ts";

/** Words of the product, which no company's address takes. */
const ownWords = new Set(
  "admin api app assets balcao cadastro carts cloud gallery healthz landing login loja media metrics pedido pedidos public readyz setup state suporte support trust www".split(
    " ",
  ),
);

/**
 * The fields that a company's admins may change. `slug` and `token` can be set once.
 * rules.md#own-company
 */
export const ownFields = {
  timezone: bounded(60).refine(isZone, "invalid").optional(),
  email: orEmpty(email),
  phone: orEmpty(phone),
  slug: orEmpty(
    bounded(40)
      .trim()
      .toLowerCase()
      .regex(/^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/)
      .refine((slug) => !ownWords.has(slug), "taken"),
  ),
  token: orEmpty(bounded(200).min(16)),
  mode: z.enum(modes).optional(),
  primaryColor: orEmpty(z.enum(primaryColors)),
  userId: id.nullable().optional(),
  billingName: lineOrNull(160),
  billingAddress: lineOrNull(250),
  billingCity: lineOrNull(150),
  billingState: lineOrNull(60),
  billingZipCode: orEmpty(zipCode),
  billingCountry: lineOrNull(60),
  media: pictureText,
};

type OwnChange = z.infer<z.ZodObject<typeof ownFields>>;

/** The part of a body that a company's admins may change. */
export const ownPart = (body: OwnChange): OwnChange =>
  Object.fromEntries(
    Object.keys(ownFields).flatMap((name) =>
      name in body ? [[name, body[name as keyof OwnChange]]] : [],
    ),
  );

export const ownCompany = (db: CompanyDb, control: Control): OwnCompany =>
  visible(db, find(control, db.company)!.companies);

/** The whole company except secrets. `usage` is null where its file cannot be read. */
export function fullCompany(control: Control, id: number, db: CompanyDb | undefined): FullCompany {
  const {
    companies: { token, sha256, dueDay: _, linked: __, ...row },
    plans: plan,
  } = find(control, id)!;
  return {
    ...row,
    dueDate: row.dueDate ?? noDueDate,
    hasToken: token !== null,
    mediaPath: db ? logoOf(db, { sha256, mediaName: row.mediaName }) : null,
    plan,
    usage: db ? usageOf(db) : null,
  };
}

/**
 * Converts fields to their stored form. Throws a conflict for a second value of a field that can be
 * set once, invalid for an unknown user.
 */
export function rowOf(
  db: CompanyDb | undefined,
  before: Company,
  { token, slug, media: _, ...values }: OwnChange,
): Partial<Company> {
  if (slug && before.slug !== null && slug !== before.slug) throw locked("slug");
  if (token && before.token !== null) throw locked("token");
  if (values.userId && !db?.sqlite.query("SELECT 1 FROM users WHERE id = ?").get(values.userId))
    throw invalidFields({ userId: "invalid" });
  return {
    ...values,
    ...(slug && { slug }),
    ...(token && { token: new Bun.CryptoHasher("sha256").update(token).digest("hex") }),
  };
}

/**
 * Changes the caller's company. Throws what `rowOf` throws, and a conflict on a taken slug or
 * token.
 */
export function update(
  db: CompanyDb,
  control: Control,
  values: OwnChange & { sha256?: string | null; mediaName?: string | null },
  by: number,
): OwnCompany {
  const before = find(control, db.company)!.companies;
  const row = rowOf(db, before, values);
  const changed = Object.keys(row).filter(
    (name) =>
      row[name as keyof Company] !== undefined &&
      row[name as keyof Company] !== before[name as keyof Company],
  );
  if (changed.length === 0) return ownCompany(db, control);
  return db.write((tx) => {
    const { timezone } = row;
    if (changed.includes("timezone"))
      addAuditEntry(tx, {
        userId: by,
        action: "settingChanged",
        subject: "setting timezone",
        details: { from: before.timezone, to: timezone },
      });
    const others = changed.filter((name) => name !== "timezone");
    if (others.length > 0)
      addAuditEntry(tx, {
        userId: by,
        action: "companyChanged",
        subject: `company ${before.id} ${before.name}`,
        details: { changed: others },
      });
    const company = visible(db, { ...before, ...row } as Company);
    tx.emit("company", "update", { company }, { to: "everyone" });
    // Last, since it commits in another file: if it fails, the transaction rolls back.
    control.write(
      (controlTx) =>
        void controlTx
          .update(companies)
          .set({ ...row, ...updateTimestamps(control.now()) })
          .where(eq(companies.id, db.company))
          .run(),
    );
    return company;
  });
}

function visible(
  db: CompanyDb,
  { id, name, timezone, dueDate, mode, primaryColor, ...file }: Company,
): OwnCompany {
  return {
    id,
    name,
    timezone,
    dueDate: dueDate ?? noDueDate,
    mode,
    primaryColor,
    mediaPath: logoOf(db, file),
  };
}

const locked = (field: string) =>
  new Fault("conflict", "ERR_COMPANY_LOCKED", {
    message: "Este campo só pode ser preenchido uma vez",
    fields: { [field]: "taken" },
  });

const logoOf = (db: CompanyDb, { sha256, mediaName }: Pick<Company, "sha256" | "mediaName">) =>
  sha256 ? db.files.link({ sha256, name: mediaName ?? "logo" }) : null;
