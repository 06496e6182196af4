import type { BinaryNode } from "@whiskeysockets/baileys";
import type { MediaHost, Trouble } from "./media-host.ts";
import { authority, type Authority } from "./noise.ts";
import { node, seconds, service } from "./nodes.ts";
import type { Person } from "./people.ts";
import type { Wire } from "./wire.ts";

type Open = { wire: Wire; person?: Person };
type Send = (stanza: BinaryNode) => void;

/**
 * Faults that a test sets. Counts apply to the next events; each fault has its count unless it
 * lasts until `none()`.
 */
export class Faults {
  private failures: number[] = [];
  private silences = 0;
  private forged?: Authority;
  private forgeries = 0;
  private refusals: number[] = [];
  private ackErrors: number[] = [];
  private refusedQuestions: { xmlns: string; code: number }[] = [];
  private unacked = 0;
  private unmarked = 0;
  private lost = 0;
  private late = 0;
  private twice = 0;
  private toReorder = 0;
  private held: { stanza: BinaryNode; send: Send }[] = [];
  /**
   * Whether this account's phone asks for a passkey, which clients don't have: no scan ever links.
   */
  passkeys = false;
  /** The restrictions of accounts, as the server answers them. */
  restrictions: Record<string, object> = {};
  /** How often a client asked for the restrictions. */
  restrictionQuestions = 0;
  /** How often a client acknowledged the passkey. */
  passkeyAcks = 0;
  /** Whether the server asks pairing sockets to make a new secret. */
  refreshes = false;
  /** How many QR codes a pairing socket gets. */
  codes = 6;

  constructor(
    private readonly open: () => Open[],
    private readonly media: MediaHost,
  ) {}

  /** Ends all faults. */
  none(): void {
    const sends = this.held;
    Object.assign(this, {
      failures: [],
      silences: 0,
      forgeries: 0,
      refusals: [],
      ackErrors: [],
      refusedQuestions: [],
      unacked: 0,
      unmarked: 0,
      lost: 0,
      late: 0,
      twice: 0,
      toReorder: 0,
      held: [],
      passkeys: false,
      restrictions: {},
      refreshes: false,
      codes: 6,
    });
    this.media.downloads = [];
    this.media.uploads = [];
    for (const { stanza, send } of sends) send(stanza);
  }

  // Open connections; of one account with `of`.

  /**
   * Ends them with a stream error: a code, or the name of the condition ("conflict",
   * "device_removed", "xml-not-well-formed").
   */
  streamError(what: number | string, of?: { person: Person }): void {
    const conflict = { conflict: "replaced", device_removed: "device_removed" }[String(what)];
    const word = conflict
      ? node("stream:error", { code: conflict === "device_removed" ? 401 : undefined }, [
          node("conflict", { type: conflict }),
        ])
      : typeof what === "number"
        ? node("stream:error", { code: what })
        : node("stream:error", {}, [node(what)]);
    for (const { wire } of this.these(of)) {
      wire.send(word);
      wire.close();
    }
  }

  /** The server ends the stream properly. */
  endStream(of?: { person: Person }): void {
    for (const { wire } of this.these(of)) wire.send(node("xmlstreamend"));
  }

  closeSocket(of?: { person: Person }): void {
    for (const { wire } of this.these(of)) wire.cut();
  }

  /** They stay up, and the server answers nothing more. */
  halfOpen(of?: { person: Person }): void {
    for (const { wire } of this.these(of)) wire.deaden();
  }

  corruptFrame(of?: { person: Person }): void {
    for (const { wire } of this.these(of)) wire.corrupt();
  }

  /** The account may not begin conversations until a moment (epoch s), or may again. */
  timelock(until: number | null): void {
    const lock = {
      is_active: until !== null,
      time_enforcement_ends: until && String(until),
      enforcement_type: "BIZ_QUALITY",
    };
    this.restrictions.xwa2_fetch_account_reachout_timelock = lock;
    this.tell("NotificationUserReachoutTimelockUpdate", {
      xwa2_notify_account_reachout_timelock: lock,
    });
  }

  /** The account has begun so many of so many conversations of a cycle with this end (epoch s). */
  quota(status: "NONE" | "FIRST_WARNING" | "CAPPED", used: number, of: number, end: number): void {
    const quota = {
      capping_status: status,
      used_quota: used,
      total_quota: of,
      cycle_end_timestamp: String(end),
    };
    this.restrictions.xwa2_message_capping_info = quota;
    this.tell("MessageCappingInfoNotification", {
      xwa2_notify_new_chat_messages_capping_info_update: quota,
    });
  }

  private tell(name: string, data: object): void {
    for (const { wire } of this.these())
      wire.send(
        node(
          "notification",
          { from: service, type: "mex", id: crypto.randomUUID(), t: seconds() },
          [node("update", { op_name: name }, JSON.stringify({ data }))],
        ),
      );
  }

  // Future connections.

  /** The next logins fail: 401, 403, 405, 503… */
  failure(reason: number, times = 1): void {
    this.failures.push(...Array<number>(times).fill(reason));
  }

  /** The websocket opens and the server never greets. */
  neverOpens(times = 1): void {
    this.silences = times;
  }

  /** The server answers the upgrade with this status. */
  refuses(times = 1, status = 503): void {
    this.refusals.push(...Array<number>(times).fill(status));
  }

  /** The server shows a chain that another root signed. */
  forgedCertificate(times = 1): void {
    this.forged ??= authority();
    this.forgeries = times;
  }

  noOfflineMark(times = 1): void {
    this.unmarked = times;
  }

  refreshesRegistration(): void {
    this.refreshes = true;
  }

  passkey(): void {
    this.passkeys = true;
  }

  /** The server sends so many QR codes, and then ends. */
  fewCodes(count: number): void {
    this.codes = count;
  }

  // Messages, receipts, notifications and calls to clients.

  /** The next ones get lost; the next login brings them again. */
  drop(times = 1): void {
    this.lost = times;
  }

  /** All of them come so many ms late, until `none()`. */
  delay(ms: number): void {
    this.late = ms;
  }

  duplicate(times = 1): void {
    this.twice = times;
  }

  /** The next ones wait until there are so many, and arrive in reverse order. */
  reorder(count: number): void {
    this.toReorder = count;
  }

  // Messages from clients.

  /** The server refuses them with this code. */
  ackError(code: number, times = 1): void {
    this.ackErrors.push(...Array<number>(times).fill(code));
  }

  /** The server accepts and delivers them, and loses the answer. */
  noAck(times = 1): void {
    this.unacked = times;
  }

  // Queries of clients.

  /** The server answers the next ones of this namespace ("w:m", "usync"…) with an error. */
  questionFails(xmlns: string, code: number, times = 1): void {
    this.refusedQuestions.push(
      ...Array<{ xmlns: string; code: number }>(times).fill({ xmlns, code }),
    );
  }

  // The media host: the next downloads, or uploads where the name says so.

  /** Answers with this status: 404, 410, 500… */
  mediaFails(status: number, times = 1): void {
    this.trouble({ kind: "fails", status }, times);
  }

  uploadFails(status: number, times = 1): void {
    this.media.uploads.push(...Array<number>(times).fill(status));
  }

  /** The body never ends. */
  mediaEndless(times = 1): void {
    this.trouble({ kind: "endless" }, times);
  }

  /** The body is 200 MB long. */
  mediaHuge(times = 1): void {
    this.trouble({ kind: "huge" }, times);
  }

  /** Redirects to another address. */
  mediaRedirects(to: string, times = 1): void {
    this.trouble({ kind: "redirects", to }, times);
  }

  /** The bytes differ from the upload. */
  mediaWrong(times = 1): void {
    this.trouble({ kind: "wrong" }, times);
  }

  // The server reads the faults through these.

  refusal = (): number | undefined => this.refusals.shift();
  failing = (): number | undefined => this.failures.shift();
  refused = (): number | undefined => this.ackErrors.shift();
  refusedQuestion(xmlns: string): number | undefined {
    const place = this.refusedQuestions.findIndex((refused) => refused.xmlns === xmlns);
    return place < 0 ? undefined : this.refusedQuestions.splice(place, 1)[0]!.code;
  }

  swallowsAck = (): boolean => this.unacked > 0 && this.unacked-- > 0;
  swallowsMark = (): boolean => this.unmarked > 0 && this.unmarked-- > 0;

  /** The authority of the next greeting; undefined for silence. */
  greeter(honest: Authority): Authority | undefined {
    if (this.silences > 0 && this.silences-- > 0) return undefined;
    return this.forged && this.forgeries > 0 && this.forgeries-- > 0 ? this.forged : honest;
  }

  /** Lets a stanza pass to its client, blocks it, or changes its delivery. */
  gate = (stanza: BinaryNode, send: Send): void => {
    if (this.lost > 0) return void (this.lost -= 1);
    if (this.toReorder > 0) {
      this.held.push({ stanza, send });
      if (this.held.length < this.toReorder) return;
      const backwards = this.held.toReversed();
      this.held = [];
      this.toReorder = 0;
      return backwards.forEach((one) => one.send(one.stanza));
    }
    const times = this.twice > 0 && this.twice-- > 0 ? 2 : 1;
    const pass = () => {
      for (let sent = 0; sent < times; sent += 1) send(stanza);
    };
    if (this.late) setTimeout(pass, this.late);
    else pass();
  };

  private trouble(trouble: Trouble, times: number): void {
    this.media.downloads.push(...Array<Trouble>(times).fill(trouble));
  }

  private these(of?: { person: Person }): Open[] {
    return this.open().filter(({ person }) => !of || person === of.person);
  }
}
