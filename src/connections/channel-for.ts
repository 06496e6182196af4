import type { Channel, ChannelHandlers } from "../channel/channel.ts";
import type { Network } from "../channel/practice/network.ts";
import { PracticeCloud } from "../channel/practice/practice-cloud.ts";
import { Practice } from "../channel/practice/practice.ts";
import type { Servers } from "../channel/whatsapp/socket.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import { thumbnailInMessage } from "../kit/files/thumbnails.ts";
import type { Clock } from "../kit/process/clock.ts";
import { log } from "../kit/process/log.ts";
import { isPractice } from "../shared/capabilities.ts";
import type { Hub } from "../live/hub.ts";
import { find } from "../modules/connections/connections.ts";
import { cloudChannel } from "./cloud-channel.ts";
import type { CloudWebhooks } from "./cloud-webhooks.ts";

/** Where practice keeps its phones, the key that seals sessions, and WhatsApp's servers. */
export type ChannelConfig = {
  folder: string;
  key: Uint8Array;
  servers?: Servers;
  /** A stand-in for Meta's Graph, for tests. */
  graphUrl?: string;
  /** Throws while no connection may come up. rules.md#restore */ refuseHeld?: () => void;
};

type ChannelServices = {
  hub: Hub;
  config: ChannelConfig;
  now: Clock;
  network: (company: number) => Network;
  webhooks: CloudWebhooks;
};

/** A connection's channel, which has not come up yet. */
export async function channelFor(
  db: CompanyDb,
  connection: number,
  handlers: ChannelHandlers,
  { hub, config, now, network, webhooks }: ChannelServices,
): Promise<Channel> {
  const { company } = db;
  const { provider } = find(db, connection);
  if (isPractice(provider)) {
    const show = (action: string, fields: object) =>
      hub.sendTransient(
        company,
        { event: "practice", action, whatsappId: connection, ...fields },
        { to: "admins" },
      );
    const PracticeChannel = provider === "practiceCloud" ? PracticeCloud : Practice;
    return new PracticeChannel(connection, network(company), handlers, {
      message: (message) => show("message", { message }),
      typing: (number, typing) => show("typing", { number, typing }),
    });
  }
  if (provider === "cloud")
    return cloudChannel(db, connection, handlers, { key: config.key, webhooks });
  // Its library takes as long to load as all the rest, and a box without such a connection never
  // needs it.
  const [{ Vault }, { WhatsApp }] = await Promise.all([
    import("../channel/whatsapp/vault.ts"),
    import("../channel/whatsapp/whatsapp.ts"),
  ]);
  const vault = new Vault(
    {
      sqlite: db.sqlite,
      write: (work) => db.write(work as () => never),
      flush: () => db.flush(),
    },
    connection,
    config.key,
    now,
  );
  return new WhatsApp(
    vault,
    config.servers ?? {},
    handlers,
    (level, event, more) => log(level, event, { company, connection, ...more }),
    thumbnailInMessage,
  );
}
