import { Database } from "bun:sqlite";
import { createCipheriv } from "node:crypto";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { mediaPath } from "../../modules/backups/media-pool.ts";
import { end, insert } from "./seed.ts";
import { dice, speaker } from "./words.ts";

const quickMessages = 200;
const notes = 2000;
/** The least and the most bytes of a picture. */
const [least, most] = [20_000, 1_500_000];

/**
 * Gives the benchmark's company pictures until they reach so many bytes, and the other files of a
 * shop. Returns the number of pictures.
 */
export function addMedia(data: string, targetBytes: number): number {
  const path = join(data, "companies/1.sqlite");
  const roll = dice(11);
  const say = speaker(roll);
  // Bytes that look random and are the same each time.
  const stream = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16));
  const sqlite = new Database(path, { strict: true });
  let count = 0;
  sqlite.transaction(() => {
    const { messages } = sqlite.query("SELECT max(id) AS messages FROM messages").get() as {
      messages: number;
    };
    for (let left = targetBytes - statSync(path).size; left > 0; count++) {
      const size = Math.floor(least + roll() * roll() * (most - least));
      const bytes = stream.update(Buffer.alloc(size));
      bytes.set([0xff, 0xd8, 0xff, 0xe0]);
      const sha256 = new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
      const file = mediaPath(data, 1, sha256);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, bytes, { mode: 0o600 });
      insert(sqlite, "media", [
        {
          id: count + 1,
          sha256,
          type: "image/jpeg",
          size,
          name: `foto ${count + 1}.jpg`,
          createdAt: end,
        },
      ]);
      sqlite
        .query<unknown, [number, number]>(
          "UPDATE messages SET mediaId = ?, mediaType = 'image' WHERE id = ?",
        )
        .run(count + 1, messages - count * 97);
      left -= size;
    }
    for (let id = 1; id <= quickMessages; id++)
      insert(sqlite, "quickMessages", [
        {
          id,
          shortcode: `atalho ${id}`,
          message: say(12),
          geral: id % 2,
          userId: 1 + (id % 10),
          createdAt: end,
          updatedAt: end,
        },
      ]);
    for (let id = 1; id <= notes; id++)
      sqlite
        .query<unknown, (string | number)[]>(
          "INSERT INTO ticketNotes (id, ticketId, contactId, userId, note, createdAt, updatedAt) SELECT ?1, id, contactId, 1 + ?1 % 10, ?2, ?3, ?3 FROM tickets WHERE id = ?4",
        )
        .run(id, say(9), end, id * 7);
  })();
  sqlite.close();
  return count;
}
