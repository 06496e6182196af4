import type { Database } from "bun:sqlite";
import { WrongCode } from "../backups/recovery-code.ts";
import { Fault } from "../../kit/fault.ts";
import { amountOf } from "../../shared/money.ts";
import type { BoxFiles } from "./export.ts";
import { openSealed } from "./import.ts";
import { openArchive } from "./manifest.ts";
import { nameForPlan, planMeant, type ControlRows } from "./control-rows.ts";
import type { ImportPlan } from "./table.ts";

/**
 * Plans the import of a file, with its conflicts. Without the code that another box's file needs,
 * the plan says so. Throws invalid for another kind of file, and for a wrong code.
 */
export async function planImport(
  box: BoxFiles,
  path: string,
  code: string | undefined,
): Promise<ImportPlan> {
  const archive = await openArchive(path);
  const { company, at, moves, counts, media, lastMessageAt } = archive.manifest;
  const facts = {
    name: company.name,
    at,
    moves,
    people: counts.users ?? 0,
    connections: counts.connections ?? 0,
    contacts: counts.contacts ?? 0,
    messages: counts.messages ?? 0,
    lastMessageAt,
    files: media.length,
    size: media.reduce((sum, { size }) => sum + size, 0),
  };
  const nameTaken =
    box.control.query("SELECT 1 FROM companies WHERE name = ?").get(company.name) !== null;
  try {
    const { rows, isOwn } = await openSealed(box, archive, code);
    const emails = rows.identities.map(({ identity }) => String(identity.email));
    return {
      ...facts,
      needsCode: false,
      nameTaken,
      companyPlan: planOf(box.control, rows, isOwn),
      emails,
      emailsTaken: emails.filter((email) =>
        box.control.query("SELECT 1 FROM identities WHERE email = ?").get(email),
      ),
    };
  } catch (thrown) {
    if (thrown instanceof WrongCode)
      throw new Fault("invalid", "ERR_FILE_CODE", { message: "the code does not open this file" });
    if (thrown instanceof Fault && thrown.reason === "ERR_CODE_NEEDED")
      return {
        ...facts,
        needsCode: true,
        nameTaken,
        companyPlan: null,
        emails: [],
        emailsTaken: [],
      };
    throw thrown;
  }
}

function planOf(control: Database, rows: ControlRows, isOwn: boolean): ImportPlan["companyPlan"] {
  const meant = planMeant(control, rows, isOwn);
  return {
    name: meant?.name ?? nameForPlan(control, rows),
    value: amountOf(meant?.value ?? Number(rows.plan.value)),
    comesAlong: !meant,
  };
}
