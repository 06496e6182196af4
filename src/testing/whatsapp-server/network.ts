import type { BinaryNode } from "@whiskeysockets/baileys";
import { AppState } from "./app-state.ts";
import { Companion } from "./companion.ts";
import type { Connection } from "./connection.ts";
import { Faults } from "./faults.ts";
import { Groups } from "./groups.ts";
import type { Net } from "./handset.ts";
import { Recording } from "./recording.ts";
import type { MediaHost } from "./media-host.ts";
import { authority } from "./noise.ts";
import type { Hello, Newcomer } from "./pairing.ts";
import { People, type Device, type Person } from "./people.ts";
import { route, routeReceipt } from "./relay.ts";

/** The whole state of a WhatsApp: its people, its connections, and its faults. */
export class Network implements Net {
  readonly people = new People();
  readonly groups = new Groups();
  readonly authority = authority();
  readonly connections = new Set<Connection>();
  readonly newcomers = new Set<Newcomer>();
  readonly hellos = new Recording<Hello>();
  readonly appState = new AppState();
  readonly faults: Faults;
  readonly versions: string[] = [];
  /** Queries without an answer. */
  readonly unknown: BinaryNode[] = [];

  constructor(readonly media: MediaHost) {
    this.faults = new Faults(
      () =>
        [...this.connections].map(({ wire, companion }) => ({ wire, person: companion?.person })),
      media,
    );
  }

  device = (name: string): Device | undefined => this.people.device(name);
  person = (name: string): Person | undefined => this.people.person(name);
  group = (name: string) => this.groups.get(name);

  /**
   * Takes a stanza from a phone and brings it to its recipients. Throws when the server would
   * refuse it.
   */
  submit = (from: Device, stanza: BinaryNode): void => {
    const routed =
      stanza.tag === "message"
        ? route(this, from, stanza)
        : { deliveries: routeReceipt(this, from, stanza) };
    if ("error" in routed)
      throw new Error(`WhatsApp refuses the message to ${stanza.attrs.to}: ${routed.error}`);
    for (const { to, stanza: envelope } of routed.deliveries) to.take(envelope);
  };

  /** The linked devices of everyone, or of some. */
  companions(people: Iterable<Person> = this.people.all()): Companion[] {
    return [...people]
      .flatMap(({ devices }) => [...devices.values()])
      .filter((device) => device instanceof Companion);
  }
}
