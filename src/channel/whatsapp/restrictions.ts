import type {
  NewChatMessageCapInfo,
  ReachoutTimelockState,
  WASocket,
} from "@whiskeysockets/baileys";
import type { ChannelRestriction } from "../channel.ts";
import type { Log } from "./socket.ts";
import { amount } from "../wire-values.ts";

/**
 * Reports WhatsApp's limits on the number: a ban on writing first, which counts for more, or a
 * maximum of new conversations in a cycle. rules.md#restrictions
 */
export class Restrictions {
  #timelock: ChannelRestriction | null = null;
  #quota: ChannelRestriction | null = null;
  #isAsking = false;

  constructor(
    private readonly socket: WASocket,
    private readonly report: (restriction: ChannelRestriction | null) => unknown,
    private readonly tell: Log,
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
   * Asks WhatsApp, once after each connect: it does not notify changes from the time without a
   * connection. Reports nothing without an answer, since the last one may still hold.
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
    if (this.#isAsking) return;
    // A listener that throws would keep the library from its next event.
    try {
      this.report(this.#timelock ?? this.#quota);
    } catch (thrown) {
      this.tell("error", "whatsapp restriction", { error: (thrown as Error).name });
    }
  }
}

const mostChats = 1_000_000;
/** A moment after it, or before 1970, does not count. */
const latest = Date.parse("2999-12-31");

const within = (at: number) => (at > 0 && at <= latest ? at : null);

function timelockOf({
  isActive,
  timeEnforcementEnds,
}: ReachoutTimelockState): ChannelRestriction | null {
  if (!isActive) return null;
  const until = within(timeEnforcementEnds?.getTime() ?? 0);
  return { kind: "reachout", until, used: null, of: null };
}

function quotaOf(quota: NewChatMessageCapInfo | null | undefined): ChannelRestriction | null {
  const { capping_status: status, total_quota, used_quota, cycle_end_timestamp } = quota ?? {};
  if (!status || String(status) === "NONE") return null;
  const of = Math.min(amount(total_quota), mostChats) || null;
  const used = Math.min(amount(used_quota), mostChats);
  return {
    kind: "quota",
    until: within(amount(cycle_end_timestamp) * 1000),
    used: of !== null && String(status) === "CAPPED" ? Math.max(used, of) : used,
    of,
  };
}
