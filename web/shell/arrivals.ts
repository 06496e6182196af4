import { live } from "../live.ts";
import type { Message, Ticket } from "../pages/tickets/types.ts";
import { notice } from "./notices.ts";
import { ring } from "./sound.ts";
import { isSeen } from "./tabs.ts";
import { concerns } from "./unread.ts";
import { isHushed } from "./wishes.ts";

/** Rings and tells when a customer writes to me, unless I look at it. Returns what ends that. */
export const watchArrivals = () =>
  live.on("appMessage", ({ action, ...frame }) => {
    const message = frame.message as Message;
    const ticket = frame.ticket as Ticket;
    if (action !== "create" || message.fromMe || message.read || !concerns(ticket) || isHushed(ticket) || isSeen(ticket.id)) return;
    ring();
    notice(ticket, message);
  });
