import { addMembers, removeMembers, renameGroup } from "./group-notifications.ts";
import type { GroupState } from "./groups.ts";
import type { Network } from "./network.ts";
import type { Phone } from "./phone.ts";

/** A group, as a test holds it. */
export class Group {
  constructor(
    private readonly net: Network,
    readonly state: GroupState,
  ) {}

  get jid(): string {
    return this.state.jid;
  }

  get subject(): string {
    return this.state.subject;
  }

  /** Renames the group. The default actor of these changes is the founder. */
  async renames(subject: string, by?: Phone): Promise<void> {
    renameGroup(this.net, this.state, subject, by?.person ?? this.state.creator);
  }

  async adds(phones: Phone[], by?: Phone): Promise<void> {
    addMembers(
      this.net,
      this.state,
      phones.map(({ person }) => person),
      by?.person ?? this.state.creator,
    );
  }

  async removes(phones: Phone[], by?: Phone): Promise<void> {
    removeMembers(
      this.net,
      this.state,
      phones.map(({ person }) => person),
      by?.person ?? this.state.creator,
    );
  }
}
