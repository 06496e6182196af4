import { createHash } from "node:crypto";
import type { Account } from "./account.ts";
import { DAY, type Clock } from "./clock.ts";
import { GraphError, missingObject } from "./errors.ts";
import { mediaTypes } from "./limits.ts";

export type StoredFile = {
  id: string;
  account: Account;
  bytes: Uint8Array;
  /** The full type, with its parameters. */
  type: string;
  expires: number;
};

const uploadDays = 30;
const webhookDays = 7;
const urlLife = 5 * 60_000;

/** The files of all accounts. Ids and addresses expire by the network's clock. */
export class MediaStore {
  private readonly files = new Map<string, StoredFile>();
  private readonly urls = new Map<string, { file: string; expires: number }>();
  private count = 0;

  constructor(
    private readonly clock: Clock,
    private readonly base: () => string,
  ) {}

  /** Stores an uploaded file. Throws when its type or size is refused. */
  upload(account: Account, bytes: Uint8Array, type: string): StoredFile {
    const kind = kindOf(type);
    if (!kind)
      throw new GraphError(
        100,
        `Param file must be a file with one of the following types: ${Object.values(mediaTypes)
          .flatMap((types) => Object.keys(types))
          .join(", ")}. Received file of type '${type}'.`,
      );
    const most = mediaTypes[kind]![bare(type)]!;
    if (!bytes.length) throw new GraphError(131008, "The parameter file is required.");
    if (bytes.length > most)
      throw new GraphError(
        131053,
        `File size too large: ${bytes.length} bytes, at most ${most} for ${bare(type)}`,
      );
    return this.store(account, bytes, type, uploadDays);
  }

  /** Stores the file of a customer, whose id a webhook carries. */
  receive(account: Account, bytes: Uint8Array, type: string): StoredFile {
    return this.store(account, bytes, type, webhookDays);
  }

  /** A file of this account. Throws when there is none, or its id has expired. */
  find(account: Account, id: string): StoredFile {
    const file = this.files.get(id);
    if (!file || file.account !== account || file.expires <= this.clock.now())
      throw missingObject(id);
    return file;
  }

  has(id: string): boolean {
    return this.files.has(id);
  }

  describe(file: StoredFile): object {
    return {
      messaging_product: "whatsapp",
      url: this.urlOf(file),
      mime_type: file.type,
      sha256: createHash("sha256").update(file.bytes).digest("hex"),
      file_size: String(file.bytes.length),
      id: file.id,
    };
  }

  /** A new address of a file, good for five minutes. */
  urlOf(file: StoredFile): string {
    const key = String((this.count += 1));
    const expires = this.clock.now() + urlLife;
    this.urls.set(key, { file: file.id, expires });
    return `${this.base()}/whatsapp_business/attachments/?mid=${key}&ext=${Math.floor(expires / 1000)}`;
  }

  /** The file at an address; undefined when it expired or belongs to another account. */
  at(account: Account, key: string): StoredFile | undefined {
    const url = this.urls.get(key);
    const file = url && this.files.get(url.file);
    if (!file || file.account !== account || url.expires <= this.clock.now()) return undefined;
    return file;
  }

  delete(account: Account, id: string): void {
    this.files.delete(this.find(account, id).id);
  }

  private store(account: Account, bytes: Uint8Array, type: string, days: number): StoredFile {
    const id = String(1_000_000_000_000_000 + (this.count += 1));
    const file = { id, account, bytes, type, expires: this.clock.now() + days * DAY };
    this.files.set(id, file);
    return file;
  }
}

/** The kind of message that carries a file of this type; undefined for types that Meta refuses. */
export function kindOf(type: string): string | undefined {
  return Object.keys(mediaTypes).find((kind) => bare(type) in mediaTypes[kind]!);
}

/** The error of a file that Meta took but cannot send as this kind; undefined when it can. */
export function unsendable(kind: string, file: StoredFile, voice: boolean): string | undefined {
  if (kind !== "document" && kindOf(file.type) !== kind)
    return `${bare(file.type)} cannot be sent as ${kind}`;
  const head = Buffer.from(file.bytes.subarray(0, 64)).toString("latin1");
  if (bare(file.type) === "audio/ogg" && !head.includes("OpusHead"))
    return "An ogg file must hold opus";
  if (voice && bare(file.type) !== "audio/ogg") return "A voice message must be ogg with opus";
  const magic = magics[bare(file.type)];
  return !magic || magic.test(head) ? undefined : `The file is no ${bare(file.type)}`;
}

/** The beginnings of files that Meta reads before it sends them. */
const magics: Record<string, RegExp> = {
  "image/jpeg": /^\xff\xd8\xff/,
  "image/png": /^\x89PNG/,
  "image/webp": /^RIFF[\s\S]{4}WEBP/,
  "audio/ogg": /^OggS/,
  "audio/mp4": /^[\s\S]{4}ftyp/,
  "video/mp4": /^[\s\S]{4}ftyp/,
  "video/3gpp": /^[\s\S]{4}ftyp/,
};

function bare(type: string): string {
  return type.split(";")[0]!.trim().toLowerCase();
}
