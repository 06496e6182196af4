import type {
  NewChatMessageCapInfo,
  ReachoutTimelockState,
  WASocket,
} from "@whiskeysockets/baileys";
import type { Restriction } from "../channel.ts";
import { amount } from "./wire-values.ts";

/**
 * Reports what WhatsApp forbids the number: to write first at all, which counts for more, or to
 * begin more than so many conversations in a cycle. rules.md#restrictions
 */
export class Restrictions {
  #timelock: Restriction | null = null;
  #quota: Restriction | null = null;
  #isAsking = false;

  constructor(
    private readonly socket: WASocket,
    private readonly report: (restriction: Restriction | null) => void,
  ) {
    socket.ev.on("connection.update", ({ reachoutTimeLock }) => {
      if (!reachoutTimeLock) return;
      this.#timelock = timelockOf(reachoutTimeLock);
      this.#changed();
    });
    socket.ev.on("message-capping.update", (quota) => {
      this.#quota = quotaOf(quota);
      this.#changed();
    });
  }

  /**
   * Asks WhatsApp, once after each connect: changes while it was away are not notified. Reports
   * nothing where it does not answer, for what it said last may still hold.
   */
  async ask() {
    this.#isAsking = true;
    const [timelock, quota] = await Promise.allSettled([
      // The library emits this one itself.
      this.socket.fetchAccountReachoutTimelock(),
      this.socket.fetchNewChatMessageCap(),
    ]);
    this.#isAsking = false;
    if (quota.status === "fulfilled") this.#quota = quotaOf(quota.value);
    const isAnswered = timelock.status === "fulfilled" && quota.status === "fulfilled";
    if (isAnswered || this.#timelock || this.#quota) this.#changed();
  }

  #changed() {
    if (!this.#isAsking) this.report(this.#timelock ?? this.#quota);
  }
}

function timelockOf({ isActive, timeEnforcementEnds }: ReachoutTimelockState): Restriction | null {
  if (!isActive) return null;
  const until = timeEnforcementEnds?.getTime() ?? 0;
  return { kind: "reachout", until: until > 0 ? until : null, used: null, of: null };
}

function quotaOf(quota: NewChatMessageCapInfo | null | undefined): Restriction | null {
  const { capping_status: status, total_quota, used_quota, cycle_end_timestamp } = quota ?? {};
  if (!status || String(status) === "NONE") return null;
  const of = amount(total_quota) || null;
  const used = amount(used_quota);
  return {
    kind: "quota",
    until: amount(cycle_end_timestamp) * 1000 || null,
    used: of !== null && String(status) === "CAPPED" ? Math.max(used, of) : used,
    of,
  };
}
