import type { WASocket, WAVersion } from "@whiskeysockets/baileys";
import type { ChannelHandlers, ChannelRestriction } from "../channel.ts";
import { Inbound } from "./inbound.ts";
import { type MakeThumbnail, Outbound } from "./outbound.ts";
import { Restrictions } from "./restrictions.ts";
import { type Log, type Memory, open, type Servers } from "./socket.ts";
import type { Vault } from "./vault.ts";

/** A socket with the parts that read and write it. */
export type Up = {
  socket: WASocket;
  inbound: Inbound;
  outbound: Outbound;
  restrictions: Restrictions;
};

type Parts = {
  vault: Vault;
  servers: Servers;
  memory: Memory;
  handlers: ChannelHandlers;
  thumbnail: MakeThumbnail;
  tell: Log;
};

export function bringUp(
  version: WAVersion,
  { vault, servers, memory, handlers, thumbnail, tell }: Parts,
  onRestriction: (restriction: ChannelRestriction | null, socket: WASocket) => void,
): Up {
  const socket = open(vault, servers, version, memory, tell);
  const outbound = new Outbound(socket, vault, servers, memory, handlers, thumbnail);
  const inbound = new Inbound(socket, vault, handlers, outbound, tell);
  const restrictions = new Restrictions(
    socket,
    (restriction) => onRestriction(restriction, socket),
    tell,
  );
  return { socket, inbound, outbound, restrictions };
}

/** How a socket ended. `banEnds`: in ms. */
export function endOf(error: unknown) {
  const { output, message, data } = (error ?? {}) as {
    output?: { statusCode?: number };
    message?: string;
    data?: { expire?: string };
  };
  return {
    message,
    code: output?.statusCode ?? 500,
    banEnds: Number(data?.expire) * 1000 || undefined,
  };
}
