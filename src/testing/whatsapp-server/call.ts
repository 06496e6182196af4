import type { BinaryNode } from "@whiskeysockets/baileys";
import { messageId, type Handset } from "./handset.ts";
import { child, node, seconds } from "./nodes.ts";
import type { Network } from "./network.ts";
import { alias, jid, type Addressing, type Person } from "./people.ts";

/** A call that rings at somebody's linked devices. */
export class Call {
  readonly id = messageId();

  constructor(
    private readonly net: Network,
    private readonly caller: Handset,
    private readonly called: Person,
    private readonly by: Addressing,
    video: boolean,
  ) {
    const sound = [node("audio", { enc: "opus", rate: 16000 })];
    this.ring(
      node(
        "offer",
        {
          "call-id": this.id,
          "call-creator": jid(caller.person, by),
          caller_pn: caller.person.number && jid(caller.person, "pn"),
          device_class: "2016",
        },
        video ? [...sound, node("video", { enc: "vp8" })] : sound,
      ),
    );
  }

  async hangsUp(): Promise<void> {
    this.ring(
      node("terminate", { "call-id": this.id, "call-creator": jid(this.caller.person, this.by) }),
    );
  }

  /** Nobody answered. */
  async timesOut(): Promise<void> {
    this.ring(
      node("terminate", {
        "call-id": this.id,
        "call-creator": jid(this.caller.person, this.by),
        reason: "timeout",
      }),
    );
  }

  /** Resolves when the other side rejects it. */
  async isRejected(patience = 5000): Promise<void> {
    const rejects = (stanza: BinaryNode) => child(stanza, "reject")?.attrs["call-id"] === this.id;
    await this.caller.calls.until(
      rejects,
      patience,
      () => `nobody rejected the call of ${this.caller.person.name}`,
    );
  }

  private ring(what: BinaryNode): void {
    const { person } = this.caller;
    const stanza = node(
      "call",
      {
        from: jid(person, this.by),
        id: messageId(),
        t: seconds(),
        notify: person.name,
        platform: "android",
        version: "2.26.1",
        [this.by === "pn" ? "sender_lid" : "sender_pn"]: alias(person, this.by),
      },
      [what],
    );
    for (const companion of this.net.companions([this.called])) companion.take(stanza);
  }
}
