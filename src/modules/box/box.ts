import { eq, sql } from "drizzle-orm";
import { z } from "zod";
import { Fault, invalidFields, refuseFields } from "../../kit/fault.ts";
import { orEmpty } from "../../kit/http/fields.ts";
import type { Seals } from "../../kit/files/seal.ts";
import { refuseMoved } from "../../kit/net/secrets.ts";
import type { Control, ControlTx, CompanyDb } from "../../kit/db/company-db.ts";
import { updateTimestamps } from "../../kit/db/table.ts";
import type { SettingSource } from "../../shared/box.ts";
import type { Language } from "../../shared/languages.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { plans } from "../companies/table.ts";
import { boxFields, boxKeys, type BoxKey, type BoxSettings } from "./fields.ts";
import {
  boxEdits,
  boxSettings,
  type PublicBox,
  type ReadSettings,
  type ShownSetting,
  type ShownSettings,
} from "./table.ts";

/**
 * Settings from flags, variables or the settings file, and the place of each; the screen cannot
 * change them.
 */
export type Outside = {
  values: Partial<BoxSettings>;
  places: Partial<Record<BoxKey, { source: SettingSource; name: string }>>;
};

/** The sources of the box's settings. */
export type Box = { control: Control; outside: Outside; seals: Seals };

/** An empty value, or null, deletes the setting that the screen saved. */
export const boxBody = z.object(
  Object.fromEntries(
    boxKeys.map((key) => [key, orEmpty(boxFields[key].schema as z.ZodType)]),
  ) as unknown as { [Key in BoxKey]: z.ZodOptional<z.ZodType<BoxSettings[Key] | null>> },
);

/** The settings of the box, each from the source that wins. rules.md#box-settings */
export function readBox({ control, outside, seals }: Box): BoxSettings {
  const here = storedHere(control);
  const values = valuesOf(
    (key) =>
      outside.values[key] ??
      (here.has(key) ? opened(seals, key, here.get(key)!) : undefined) ??
      boxFields[key].unset,
  ) as BoxSettings;
  // A password from outside is never sent to a server that the screen named.
  return outside.places.smtpPassword && !outside.places.smtpHost
    ? { ...values, smtpPassword: null }
    : values;
}

/** The settings with their sources; of secrets only whether they are set. */
export function shownBox(box: Box): ReadSettings {
  const here = storedHere(box.control);
  const values = readBox(box);
  const settings = valuesOf((key): ShownSetting => {
    const place = box.outside.places[key] ?? {
      source: here.has(key) ? ("here" as const) : ("default" as const),
    };
    return boxFields[key].secret
      ? { ...place, value: null, isSet: values[key] !== null }
      : { ...place, value: values[key] };
  }) as ShownSettings;
  return { ...settings, updatedAt: box.control.select().from(boxEdits).get()!.updatedAt };
}

/** The public address of the box, if set. It reads one row, since many requests need it. */
export const readPublicUrl = (box: Box) => readOne(box, "publicUrl");

/** The contact of the box's owner for companies, if set. rules.md#subscription */
export const readContact = (box: Box) => readOne(box, "contact");

function readOne({ control, outside }: Box, key: "publicUrl" | "contact"): string | null {
  const value = outside.values[key];
  if (value) return value;
  const row = control.sqlite.query("SELECT value FROM boxSettings WHERE key = ?").get(key) as {
    value: string;
  } | null;
  return row ? (JSON.parse(row.value) as string) : null;
}

/** The settings that visitors without sign-in may read. */
export function publicBox(box: Box): PublicBox {
  const {
    boxName,
    boxLogo,
    boxColor,
    language,
    languages,
    landing,
    signUp,
    planId,
    contact,
    ...more
  } = readBox(box);
  return {
    boxName,
    boxLogo,
    boxColor,
    language: usualOf(language, languages),
    languages,
    landing,
    signUp,
    planId,
    contact,
    mail: canMail(more),
  };
}

/**
 * The language from outside may not be among those offered on screen. Then Portuguese applies, else
 * the first offered one.
 */
const usualOf = (language: Language, offered: Language[]): Language =>
  [language, "ptBR" as const].find((one) => offered.includes(one)) ?? offered[0]!;

/** Whether the box can send mail and knows the address for the links in it. */
export const canMail = ({
  smtpHost,
  mailFrom,
  publicUrl,
}: Pick<BoxSettings, "smtpHost" | "mailFrom" | "publicUrl">): boolean =>
  smtpHost !== null && mailFrom !== null && publicUrl !== null;

/**
 * Changes settings on screen. Throws invalid for a setting that comes from outside, a missing plan,
 * and a mail server without a sender. Throws invalid where the change would send a password from
 * outside to another server. A password is removed with its server.
 */
export function changeBox(
  box: Box,
  db: CompanyDb,
  body: z.infer<typeof boxBody>,
  by: number,
): ReadSettings {
  const { control, outside, seals } = box;
  const before = readBox(box);
  const changes = Object.entries(body).filter(([, value]) => value !== undefined) as [
    BoxKey,
    BoxSettings[BoxKey],
  ][];
  refuseFields(
    Object.fromEntries(changes.flatMap(([key]) => (outside.places[key] ? [[key, "invalid"]] : []))),
  );
  if (
    body.planId &&
    !control.select({ id: plans.id }).from(plans).where(eq(plans.id, body.planId)).get()
  )
    throw invalidFields({ planId: "invalid" });
  if (outside.places.smtpPassword)
    refuseFields(
      Object.fromEntries(
        passwordGoes.flatMap((key) =>
          body[key] != null && body[key] !== before[key] ? [[key, "passwordOutside"]] : [],
        ),
      ),
    );
  // Without encryption anyone on the way could read the password, so the same server counts as
  // another.
  const isOpened = body.smtpSecurity === "none" && before.smtpSecurity !== "none";
  const host = body.smtpHost === undefined ? before.smtpHost : body.smtpHost;
  refuseMoved(
    [before.smtpHost ?? "", isOpened && host ? `${host}, in the open` : (host ?? "")],
    { smtpPassword: before.smtpPassword !== null },
    body,
  );
  if (body.smtpHost === null && body.smtpPassword === undefined)
    changes.push(["smtpPassword", null]);
  db.write((tx) => {
    addAuditEntry(tx, {
      userId: by,
      action: "settingChanged",
      subject: "setting box",
      details: { fields: Object.keys(body) },
    });
    // Last, since it commits in another file: if it fails, the transaction rolls back.
    control.write((controlTx) => {
      for (const [key, value] of changes) {
        if (value === null) controlTx.delete(boxSettings).where(eq(boxSettings.key, key)).run();
        else
          controlTx
            .insert(boxSettings)
            .values({ key, value: stored(seals, key, value) })
            .onConflictDoUpdate({ target: boxSettings.key, set: { value: sql`excluded.value` } })
            .run();
      }
      controlTx.update(boxEdits).set(updateTimestamps(control.now())).run();
      refuseHalfServer(readBox(box), outside);
      refuseUsualElsewhere(readBox(box), body);
    });
  });
  return shownBox(box);
}

/** Saves settings before any user exists; none of them is a secret. */
export function saveFirstSettings(tx: ControlTx, settings: Partial<BoxSettings>) {
  for (const [key, value] of Object.entries(settings) as [BoxKey, unknown][]) {
    if (value !== undefined)
      tx.insert(boxSettings)
        .values({ key, value: JSON.stringify(value) })
        .onConflictDoUpdate({ target: boxSettings.key, set: { value: sql`excluded.value` } })
        .run();
  }
}

/** Throws forbidden unless the owner of the box has opened it. */
export function refuseClosed(box: Box, what: "landing" | "signUp") {
  if (readBox(box)[what]) return;
  if (what === "signUp")
    throw new Fault("forbidden", "ERR_USER_CREATION_DISABLED", {
      message: "O cadastro não está aberto neste servidor",
    });
  throw new Fault("forbidden", "ERR_NO_PERMISSION", {
    message: "A página pública não está aberta neste servidor",
  });
}

/** The settings that decide to which server, and how, the password goes. */
const passwordGoes = ["smtpHost", "smtpPort", "smtpSecurity", "smtpUser"] as const;

function refuseUsualElsewhere({ language, languages }: BoxSettings, body: z.infer<typeof boxBody>) {
  if (languages.includes(language)) return;
  refuseFields({
    ...(body.language !== undefined && { language: "notOffered" }),
    ...(body.languages !== undefined && { languages: "usual" }),
  });
}

function refuseHalfServer({ smtpHost, mailFrom, publicUrl }: BoxSettings, { places }: Outside) {
  if (smtpHost === null || places.smtpHost) return;
  refuseFields({
    ...(mailFrom === null && { mailFrom: "required" }),
    ...(publicUrl === null && { publicUrl: "required" }),
  });
}

const valuesOf = <Value>(of: (key: BoxKey) => Value) =>
  Object.fromEntries(boxKeys.map((key) => [key, of(key)])) as Record<BoxKey, Value>;

const storedHere = (control: Control) =>
  new Map(
    control
      .select()
      .from(boxSettings)
      .all()
      .map(({ key, value }) => [key, value]),
  );

const stored = (seals: Seals, key: BoxKey, value: unknown) =>
  JSON.stringify(
    boxFields[key].secret
      ? seals.seal(["box", key], Buffer.from(String(value))).toString("base64")
      : value,
  );

/** Undefined for a secret that another box sealed. */
function opened(seals: Seals, key: BoxKey, json: string): unknown {
  const value: unknown = JSON.parse(json);
  if (!boxFields[key].secret) return value;
  try {
    return seals.open(["box", key], Buffer.from(String(value), "base64")).toString();
  } catch {
    return undefined;
  }
}
