import { eq } from "drizzle-orm";
import type { ConnectionManager } from "../../channel/channel.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { By } from "../../kit/http/auth-context.ts";
import { keepFile, keepFolder, removeKept } from "./deleted-companies.ts";
import { change, noteChange, refuseOwners, rowIn, type ManageServices } from "./manage.ts";
import { companies, type Company } from "./table.ts";
import { untilStill } from "./until-still.ts";

export type RemoveServices = ManageServices & {
  connectionManager: ConnectionManager;
  hub: { check(): void };
  /** Writes a company's file beside all else, and calls `finish` with it once it is whole. */
  companyFiles: {
    refuseKeeping(company: number): void;
    keep(company: Pick<Company, "id" | "name">, finish: (file: string) => Promise<void>): void;
  };
};

/** Blocks a company or lets it in again: its connections stop, or come up. */
export async function applyStatus(
  { connectionManager, hub }: Pick<RemoveServices, "connectionManager" | "hub">,
  id: number,
  before: boolean,
  after: boolean,
) {
  if (before === after) return;
  // Sockets of sessions that ended close.
  hub.check();
  await (after ? connectionManager.openCompany(id) : connectionManager.stopCompany(id));
}

/**
 * Begins to delete a company for who typed its name: it is blocked, and once all of it is in a
 * file, which is kept for a while, it is gone. Without that file it stays. What
 * can't be read any more is kept as it lies there, and gone at once. Throws missing, invalid for
 * another name, a conflict for the owner's own company, busy while something
 * still works on it, large where the disk has no room for its file. rules.md#companies
 */
export async function remove(
  services: RemoveServices,
  by: By,
  id: number,
  name: string,
): Promise<{ kept: string | null }> {
  const { dbs, connectionManager, hub, companyFiles } = services;
  const company = rowIn(dbs.control, id);
  refuseOwners(id);
  if (name !== company.name) throw invalidFields({ name: "invalid" });
  const isReadable = !dbs.shutCompanies().some((shut) => shut.company === id);
  if (isReadable) companyFiles.refuseKeeping(id);
  if (company.status) change(services, by, id, { status: false });
  hub.check();
  await connectionManager.stopCompany(id);
  await untilStill(dbs, id);
  if (!isReadable) return { kept: await erase(services, by, company) };
  const blocked = rowIn(dbs.control, id);
  companyFiles.keep(company, async (file) => {
    const { status, updatedAt } = rowIn(dbs.control, id);
    if (status || updatedAt.getTime() !== blocked.updatedAt.getTime() || dbs.isHeld(id))
      throw new Fault("conflict", "ERR_COMPANY_UNBLOCKED", {
        message: "somebody changed the company while its file was written",
      });
    await erase(services, by, company, keepFile(dbs, company, file));
  });
  return { kept: null };
}

/**
 * Takes a company out of this box. Returns where what is kept of it lies: its file, if one was
 * made.
 */
async function erase(
  { dbs, broadcast, connectionManager }: RemoveServices,
  by: By,
  company: Company,
  file?: string,
): Promise<string> {
  const { id } = company;
  const folder = keepFolder(dbs, company);
  dbs.control.write((tx) => void tx.delete(companies).where(eq(companies.id, id)).run());
  connectionManager.forgetCompany(id);
  noteChange(by, "companyDeleted", company, { kept: file ?? folder });
  if (file) await removeKept(dbs, folder);
  broadcast((me) =>
    me.super ? { event: "companies", action: "delete", companyId: id } : undefined,
  );
  return file ?? folder;
}
