import { eq } from "drizzle-orm";
import type { ConnectionManager } from "../../channel/channel.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { By } from "../../kit/http/auth-context.ts";
import { keepFile, keepFolder, removeDeleted } from "./deleted-companies.ts";
import { change, noteChange, refuseOwners, rowIn, type ManageServices } from "./manage.ts";
import { companies, type Company } from "./table.ts";
import { untilStill } from "./until-still.ts";

export type RemoveServices = ManageServices & {
  connectionManager: ConnectionManager;
  hub: { check(): void };
  /**
   * Writes a company's file in the background, and calls `finish` with its path once it is
   * complete.
   */
  companyFiles: {
    refuseKeeping(company: number): void;
    keep(company: Pick<Company, "id" | "name">, finish: (file: string) => Promise<void>): void;
  };
};

/**
 * Applies a changed status: closes ended sessions, and stops or starts the company's connections.
 */
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
 * Deletes a company after the caller typed its name. It is blocked, written to a file, and then
 * removed; the file is stored for a while. If that file fails the company stays. Unreadable data is
 * removed at once and stored unchanged in a folder. Throws missing, invalid for another name, a
 * conflict for the owner's own company. Throws busy while work on it continues, large where the
 * disk has no room for its file. rules.md#companies
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
 * Removes a company from this box. Returns the path of its stored data: its file, if one was made.
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
  if (file) await removeDeleted(dbs, folder);
  broadcast((me) =>
    me.super ? { event: "companies", action: "delete", companyId: id } : undefined,
  );
  return file ?? folder;
}
