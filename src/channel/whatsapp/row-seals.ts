import { seals, type Seals } from "../../kit/files/seal.ts";

/** The purpose of a sealed row, and its ids. */
type What = [purpose: string, ...id: string[]];

/**
 * Seals and opens the values in a connection's rows. Kind and owner are part of the seal, so that
 * no row can be swapped for another.
 */
export class RowSeals {
  readonly #byPurpose = new Map<string, Seals>();

  constructor(
    private readonly connection: number,
    private readonly boxKey: Uint8Array,
    private readonly salt: Buffer,
  ) {}

  seal(what: What, bytes: Uint8Array): Buffer {
    return this.#for(what[0]).seal([this.connection, ...what], bytes);
  }

  /** Throws when another key sealed it, or for another row. */
  open(what: What, sealed: Uint8Array): Buffer {
    return this.#for(what[0]).open([this.connection, ...what], sealed);
  }

  #for(purpose: string): Seals {
    const existing = this.#byPurpose.get(purpose);
    if (existing) return existing;
    const made = seals(this.boxKey, this.salt, `whatsapp ${purpose}`);
    this.#byPurpose.set(purpose, made);
    return made;
  }
}
