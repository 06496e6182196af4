import { proto, type BinaryNode } from "@whiskeysockets/baileys";
import { bytes, child, children, node } from "./nodes.ts";
import type { Person } from "./people.ts";

/**
 * The state that an account's devices share (archived, muted, pinned chats…), as the server stores
 * it: sealed patches in order.
 */
export class AppState {
  private kept = new Map<string, Uint8Array[]>();

  /**
   * Takes a device's change, and returns the others' changes since. A change of an old version
   * conflicts.
   */
  sync(person: Person, sync: BinaryNode): BinaryNode {
    return node(
      "sync",
      {},
      children(sync, "collection").map((one) => this.collection(person, one)),
    );
  }

  private collection(person: Person, request: BinaryNode): BinaryNode {
    const { name = "", version = "0" } = request.attrs;
    const key = `${person.lid} ${name}`;
    const patches = this.kept.get(key) ?? [];
    const since = patches.slice(Number(version));
    const patch = child(request, "patch");
    if (!patch) return collection(name, patches.length, since);
    if (since.length)
      return node("collection", { name, type: "error", version: patches.length }, [
        node("error", { code: 409, text: "conflict" }),
      ]);
    const numbered = proto.SyncdPatch.encode({
      ...proto.SyncdPatch.decode(bytes(patch)),
      version: { version: patches.length + 1 },
    }).finish();
    this.kept.set(key, [...patches, numbered]);
    return collection(name, patches.length + 1, []);
  }
}

const collection = (name: string, version: number, patches: Uint8Array[]) =>
  node(
    "collection",
    { name, version, has_more_patches: "false" },
    patches.length
      ? [
          node(
            "patches",
            {},
            patches.map((patch) => node("patch", {}, patch)),
          ),
        ]
      : [],
  );
