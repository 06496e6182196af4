import type { BinaryNode } from "@whiskeysockets/baileys";
import { Companion } from "./companion.ts";
import { child, children, first, node, seconds, service } from "./nodes.ts";
import type { Opened } from "./noise.ts";
import type { Network } from "./network.ts";
import { helloOf, Newcomer } from "./pairing.ts";
import { jid } from "./people.ts";
import { answerIq } from "./iq.ts";
import { route, routeReceipt } from "./relay.ts";
import { Wire, type Pipe } from "./wire.ts";

/** A client's socket: greets it, logs it in or pairs it, and handles its stanzas. */
export class Connection {
  readonly wire: Wire;
  companion?: Companion;
  private newcomer?: Newcomer;

  constructor(
    private readonly net: Network,
    pipe: Pipe,
  ) {
    this.wire = new Wire(pipe, {
      hello: () => net.faults.greeter(net.authority),
      opened: (opened) => this.opened(opened),
      stanza: (stanza) => this.hear(stanza),
    });
    net.connections.add(this);
  }

  closed(): void {
    this.net.connections.delete(this);
    this.companion?.disconnects(this.wire);
    if (!this.newcomer) return;
    this.net.newcomers.delete(this.newcomer);
    this.newcomer.said.add(node("closed"));
  }

  private opened({ static: noise, payload }: Omit<Opened, "cipher">): void {
    const { primary, secondary, tertiary } = payload.userAgent?.appVersion ?? {};
    this.net.versions.push([primary, secondary, tertiary].join("."));
    const reason = this.net.faults.failing();
    if (reason) return this.fails(reason);
    if (payload.devicePairingData) {
      this.newcomer = new Newcomer(
        this.wire,
        noise,
        payload.devicePairingData,
        this.net.faults.codes,
      );
      this.net.newcomers.add(this.newcomer);
      return this.newcomer.welcome(this.net.faults.refreshes);
    }
    const companion = this.net
      .person(`${Number(payload.username)}${service}`)
      ?.devices.get(payload.device ?? 0);
    if (!(companion instanceof Companion) || !companion.papers.noise.equals(noise))
      return this.fails(401);
    if (companion.online)
      companion.end(node("stream:error", {}, [node("conflict", { type: "replaced" })]));
    this.companion = companion;
    companion.logsIn(this.wire);
    this.wire.send(
      node("success", {
        t: seconds(),
        props: 27,
        lid: jid(companion.person, "lid", companion.id),
        display_name: companion.person.name,
        location: "gru",
      }),
    );
  }

  private fails(reason: number): void {
    this.wire.send(node("failure", { reason, location: "gru" }));
    this.wire.close();
  }

  private hear(stanza: BinaryNode): void {
    const { companion, newcomer } = this;
    if (newcomer) return this.pair(newcomer, stanza);
    if (!companion) return;
    const { tag, attrs } = stanza;
    if (tag === "iq") this.ask(companion, stanza);
    else if (tag === "message") this.relay(companion, stanza);
    else if (tag === "receipt") this.receipt(companion, stanza);
    else if (tag === "ack") companion.acknowledges(attrs.class ?? "", attrs.id);
    else if (tag === "presence") this.presence(companion, stanza);
    else if (tag === "chatstate") this.chatstate(companion, stanza);
    else if (tag === "call") this.call(companion, stanza);
  }

  private pair(newcomer: Newcomer, stanza: BinaryNode): void {
    newcomer.hear(stanza);
    const hello = helloOf(newcomer, stanza);
    if (hello) this.net.hellos.add(hello);
  }

  private ask(companion: Companion, iq: BinaryNode): void {
    if (iq.attrs.type === "result" || iq.attrs.type === "error") return;
    this.wire.send(answerIq(this.net, companion, iq));
    const what = first(iq)?.tag;
    if (iq.attrs.xmlns === "passive" && what === "active")
      companion.listen(!this.net.faults.swallowsMark());
    if (what === "remove-companion-device") companion.unlink();
  }

  /** Answers first, as the server does, and then delivers. */
  private relay(companion: Companion, stanza: BinaryNode): void {
    const { id, to, participant } = stanza.attrs;
    const error = this.net.faults.refused();
    const routed = error === undefined ? route(this.net, companion, stanza) : { error };
    if (!this.net.faults.swallowsAck())
      this.wire.send(
        node("ack", {
          class: "message",
          id,
          from: to,
          participant,
          t: seconds(),
          error: "error" in routed ? routed.error : undefined,
        }),
      );
    if ("error" in routed) return;
    for (const { to: device, stanza: envelope } of routed.deliveries) device.take(envelope);
  }

  private receipt(companion: Companion, stanza: BinaryNode): void {
    const { id, to, type, participant, recipient } = stanza.attrs;
    companion.acknowledges("message", id);
    for (const item of children(child(stanza, "list"), "item"))
      companion.acknowledges("message", item.attrs.id);
    this.wire.send(node("ack", { class: "receipt", id, from: to, type, participant, recipient }));
    for (const { to: device, stanza: envelope } of routeReceipt(this.net, companion, stanza))
      device.take(envelope);
  }

  private presence(companion: Companion, { attrs: { type, to } }: BinaryNode): void {
    if (type === "available" || type === "unavailable") companion.available = type === "available";
    const person = type === "subscribe" && to ? this.net.person(to) : undefined;
    if (person) companion.subscribed.add(person);
  }

  private chatstate({ person, id }: Companion, stanza: BinaryNode): void {
    const { to = "" } = stanza.attrs;
    this.net
      .person(to)
      ?.devices.get(0)
      ?.take({ ...stanza, attrs: { from: jid(person, undefined, id) } });
  }

  private call(companion: Companion, stanza: BinaryNode): void {
    const { id, to = "" } = stanza.attrs;
    this.wire.send(node("ack", { class: "call", id, from: to, type: first(stanza)?.tag }));
    this.net.device(to)?.take({
      ...stanza,
      attrs: { ...stanza.attrs, from: jid(companion.person, undefined, companion.id) },
    });
  }
}
