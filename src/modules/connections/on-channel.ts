import type { Channel, ConnectionManager } from "../../channel/channel.ts";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDb } from "../../kit/db/company-db.ts";
import type { Ability } from "../../shared/capabilities.ts";
import { list } from "./connections.ts";

/** How long (ms) a request waits for the network. */
const defaultTimeout = 15_000;

/**
 * Runs `work` on a connection's channel within a request. Throws conflicts: ERR_NO_WAPP_FOUND when
 * the connection is gone, ERR_WAPP_DISCONNECTED when the network is not reached in time. A refusal
 * of the network has the reason `refused`, or its own without that. Throws a conflict
 * ERR_NOT_ON_THIS_NETWORK when the channel lacks the `ability` that the work needs.
 */
export async function onChannel<T>(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  connection: number | null,
  work: (channel: Channel) => Promise<T>,
  {
    refused,
    within = defaultTimeout,
    ability,
  }: { refused?: string; within?: number; ability?: Ability } = {},
): Promise<T> {
  if (connection === null)
    throw new Fault("conflict", "ERR_NO_WAPP_FOUND", { message: "A conexão foi excluída" });
  const channel = connectionManager.channel(db.company, connection);
  if (!channel) throw disconnected();
  if (ability && !channel.capabilities[ability]) throw notOnThisNetwork();
  try {
    return await withTimeout(work(channel), within);
  } catch (thrown) {
    if (isUnreachable(thrown)) throw disconnected();
    if (isUncertain(thrown))
      throw new Fault("conflict", "ERR_SEND_UNCERTAIN", {
        message: "O WhatsApp não respondeu: a mensagem pode ter saído",
      });
    if (isRefused(thrown))
      throw new Fault("conflict", refused ?? thrown.message, { message: "O WhatsApp recusou" });
    throw thrown;
  }
}

/**
 * The result of the first connected channel with this ability that does not refuse. Throws the last
 * refusal; ERR_WAPP_DISCONNECTED when none is connected, ERR_NOT_ON_THIS_NETWORK when no connection
 * has the ability.
 */
export async function onAnyChannel<T>(
  db: CompanyDb,
  connectionManager: ConnectionManager,
  ability: Ability,
  work: (channel: Channel) => Promise<T>,
): Promise<T> {
  const all = list(db);
  const isAbsent = all.length > 0 && all.every(({ capabilities }) => !capabilities[ability]);
  let last = isAbsent ? notOnThisNetwork() : disconnected();
  for (const connection of connectedIds(db, ability)) {
    try {
      return await onChannel(db, connectionManager, connection, work);
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      last = thrown;
    }
  }
  throw last;
}

/** The ids of the company's connected connections that have this ability, the default first. */
export const connectedIds = (db: CompanyDb, ability?: Ability): number[] =>
  list(db)
    .filter(
      ({ status, capabilities }) =>
        status === "CONNECTED" && (ability === undefined || capabilities[ability]),
    )
    .toSorted((one, other) => Number(other.isDefault) - Number(one.isDefault))
    .map(({ id }) => id);

/** Whether a fault means that the network cannot be reached now. */
export const isDisconnected = (thrown: unknown) =>
  thrown instanceof Fault && thrown.reason === "ERR_WAPP_DISCONNECTED";

const disconnected = () =>
  new Fault("conflict", "ERR_WAPP_DISCONNECTED", { message: "A conexão está desconectada" });

/** A conflict: the connection's network has no such thing. rules.md#capabilities */
export const notOnThisNetwork = () =>
  new Fault("conflict", "ERR_NOT_ON_THIS_NETWORK", { message: "Esta conexão não faz isso" });

// By name: modules import only types of channels.
const isRefused = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.name === "Refused";
const isUnreachable = (thrown: unknown) => thrown instanceof Error && thrown.name === "Unreachable";
const isUncertain = (thrown: unknown) => thrown instanceof Error && thrown.name === "Uncertain";

async function withTimeout<T>(work: Promise<T>, within: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(disconnected()), within);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
