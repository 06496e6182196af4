import { eq } from "drizzle-orm";
import type { ConnectionManager } from "../../channel/channel.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import type { Store } from "../../kit/store.ts";
import { labelDeleted } from "./deleted-companies.ts";
import { change, noteChange, refuseOwners, rowIn, type ManageServices } from "./manage.ts";
import { companies } from "./table.ts";

/** How long (ms) is waited for what still works on the company, and how often is looked. */
const patience = 10_000;
const lookEvery = 50;

export type RemoveServices = ManageServices & { connectionManager: ConnectionManager; hub: { check(): void } };

/** Blocks a company or lets it in again: its connections stop, or come up. */
export async function applyStatus({ connectionManager, hub }: RemoveServices, id: number, before: boolean, after: boolean) {
  if (before === after) return;
  // Sockets of sessions that ended close.
  hub.check();
  await (after ? connectionManager.openCompany(id) : connectionManager.stopCompany(id));
}

/**
 * Deletes a company for who typed its name. Its file and media are kept for a while in a folder of the data folder, as they were: nobody needs more to bring it back. Throws
 * missing, invalid for another name, a conflict for the owner's own company, busy while something still works on it. rules.md#companies
 */
export async function remove(services: RemoveServices, by: { store: Store; userId: number }, id: number, name: string): Promise<{ folder: string }> {
  const { stores, broadcast, connectionManager, hub } = services;
  const { control } = stores;
  const company = rowIn(control, id);
  refuseOwners(id);
  if (name !== company.name) throw invalidFields({ name: "invalid" });
  if (company.status) change(services, by, id, { status: false });
  hub.check();
  await connectionManager.stopCompany(id);
  for (let waited = 0; stores.isHeld(id); waited += lookEvery) {
    if (waited >= patience) throw new Fault("busy", "ERR_COMPANY_BUSY", { message: "Ainda há trabalho em andamento nesta empresa, que já está bloqueada. Tente de novo em instantes" });
    await Bun.sleep(lookEvery);
  }
  const folder = stores.takeAway(id);
  labelDeleted(stores, folder, company);
  control.write((tx) => void tx.delete(companies).where(eq(companies.id, id)).run());
  connectionManager.forgetCompany(id);
  noteChange(by, "companyDeleted", company, { folder });
  broadcast((me) => (me.super ? { event: "companies", action: "delete", companyId: id } : undefined));
  return { folder };
}
