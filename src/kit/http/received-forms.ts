import type { AuthContext, Authenticator } from "./auth-context.ts";
import { Fault } from "../fault.ts";
import { idParam } from "./fields.ts";
import { Upload } from "../files/files.ts";
import { readForm, type UploadField } from "./multipart.ts";
import { bodySchemas, readValues } from "./read-values.ts";
import type { CompanyDb } from "../db/company-db.ts";

/**
 * The files that a route accepts by form. `checkTarget` gets the id in the path, and throws before
 * any file is read.
 */
export type UploadRules = UploadField & { checkTarget?(auth: AuthContext, id: number): unknown };

/** The files of a request. After it, the box deletes those that its route did not keep. */
export const uploads = new WeakMap<Request, Upload[]>();

export type FormContext = AuthContext & {
  request: Request;
  authenticator: Authenticator;
  body: Record<string, unknown>;
  params: Record<string, string>;
};

/** Reads a signed-in request's form into its body, then reads its session again. */
export async function receiveUpload(context: FormContext, { checkTarget, ...field }: UploadRules) {
  const { request, authenticator, body, params, session, db } = context;
  if (checkTarget) {
    const { success, data } = idParam.safeParse(params);
    if (!success) throw new Fault("missing", "ERR_NOT_FOUND", { message: "Não encontrado" });
    await checkTarget(context, data.id);
  }
  await receiveForm({ request, body }, db, field);
  // Reading a form takes time: the session may have ended, and the company's store may have been
  // closed and opened again.
  const auth = authenticator.resume(session);
  if (!auth) throw new Fault("signin", "ERR_SESSION_EXPIRED", { message: "Sessão encerrada" });
  if (auth.totpSetupRequired) throw auth.totpSetupRequired;
  if (auth.visit?.companyId !== context.visit?.companyId)
    throw new Fault("forbidden", "ERR_SESSION_EXPIRED", { message: "Sessão expirada" });
  if (auth.overdue && !context.overdue) throw auth.overdue;
  Object.assign(context, auth);
}

/** Reads a form into a request's body. */
export async function receiveForm(
  { request, body }: { request: Request; body: Record<string, unknown> },
  db: CompanyDb,
  field: UploadField,
) {
  const form = await readForm(request, db.files, field);
  uploads.set(
    request,
    [...form.values()].flat().filter((value) => value instanceof Upload),
  );
  const values = Object.fromEntries(form);
  const schema = bodySchemas.get(request);
  if (schema) readValues(schema, values);
  // Elysia validates the object that was parsed: it must be filled, not replaced.
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(body, name, { value, enumerable: true });
}
