import type { ChannelHandlers } from "../channel/channel.ts";
import { Cloud } from "../channel/cloud/cloud.ts";
import { metaGraph } from "../channel/cloud/graph.ts";
import { CloudStore } from "../channel/cloud/cloud-store.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { guardedStream } from "../kit/net/guarded-stream.ts";
import { outboundGuard } from "../kit/net/outbound.ts";
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
  const guard = fileGuard(webhooks.base);
  return new Cloud({
    store,
    handlers,
    base: webhooks.base,
    fetchFile: (url, headers, signal) => guardedStream(guard, url, headers, signal),
    now: db.now,
    tell: (level, event, more) => log(level, event, { company: db.company, connection, ...more }),
    registry: webhooks,
  });
}

/** Opens the public internet, and besides it the stand-in that tests use. */
function fileGuard(base: string) {
  const { hostname, port, protocol } = new URL(base);
  const place = `${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
  return outboundGuard(base === metaGraph ? [] : [place], [443]);
}
