import type { ChannelHandlers } from "../channel/channel.ts";
import { Cloud } from "../channel/cloud/cloud.ts";
import { CloudStore } from "../channel/cloud/cloud-store.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { log } from "../kit/process/log.ts";
import { openAccount } from "../modules/cloud-accounts/accounts.ts";
import { cloudSeals } from "../modules/cloud-accounts/reseal.ts";
import type { CloudWebhooks } from "./cloud-webhooks.ts";

/** A connection on the official channel, which has not come up yet. */
export function cloudChannel(
  db: CompanyDb,
  connection: number,
  handlers: ChannelHandlers,
  { key, webhooks }: { key: Uint8Array; webhooks: CloudWebhooks },
): Cloud {
  const seals = cloudSeals(key);
  const store = new CloudStore(
    {
      sqlite: db.sqlite,
      write: (work) => db.write(work as () => never),
      settled: () => db.settled,
    },
    connection,
    () => openAccount(db, seals, connection),
    db.now,
  );
  return new Cloud({
    store,
    handlers,
    base: webhooks.base,
    now: db.now,
    tell: (level, event, more) => log(level, event, { company: db.company, connection, ...more }),
    registry: webhooks,
  });
}
