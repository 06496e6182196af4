import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drizzle } from "drizzle-orm/bun-sqlite";
import { connect } from "../../kit/db/connect.ts";
import { seals } from "../../kit/files/seal.ts";
import { placeError } from "./away-failure.ts";
import { bucketPlace, folderPlace, type Bucket, type Place } from "./places.ts";
import { folderAway, secretLabel } from "./plan.ts";
import { restoredIn } from "./safe-mode.ts";
import { isOfSystem } from "./system-folders.ts";
import { mayStoreAt } from "./storage-guard.ts";
import { backupPlan, type Away, type BackupPlan } from "./table.ts";

/** A configured place. `open` throws where the box may not reach it. */
export type NamedPlace = { to: Away["to"]; open(): Promise<Place> };

/** A folder on another disk, as the owner configured it. */
export const namedFolder = (folder: string): NamedPlace => ({
  to: "folder",
  open: async () => {
    const root = folderAway(folder);
    // The folder may have been replaced by a link since it was saved.
    if (isOfSystem(root))
      throw placeError("EACCES", `${root} leads to a folder of the system: name one on a disk`);
    return folderPlace(root);
  },
});

/** A bucket, if the box may reach it. rules.md#outbound-requests */
export const namedBucket = (bucket: Bucket, allow: string[]): NamedPlace => ({
  to: "bucket",
  open: async () => {
    if (!(await mayStoreAt(bucket.endpoint, allow)))
      throw placeError(
        "closed",
        `${bucket.endpoint} is neither https on the public internet nor opened by BALCAO_OUTBOUND_ALLOW`,
      );
    return bucketPlace(bucket);
  },
});

/** The places in a box's plan; none in safe mode. */
export function placesOf(data: string, allow: string[]): NamedPlace[] {
  const plan = planIn(data);
  if (!plan) return [];
  const { folder, endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = plan;
  const opened = () =>
    seals(readFileSync(join(data, "secrets/vault.key")), new Uint8Array(), "identities")
      .open(secretLabel, secretAccessKey!)
      .toString();
  return [
    ...(folder ? [namedFolder(folder)] : []),
    ...(bucket && secretAccessKey
      ? [
          {
            to: "bucket",
            open: () =>
              namedBucket(
                { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey: opened() },
                allow,
              ).open(),
          } satisfies NamedPlace,
        ]
      : []),
  ];
}

// Read without migrating, because a copy is made before the migrations. A box of an older version
// has no plan. A restored box sends nothing away yet.
function planIn(data: string): BackupPlan | undefined {
  const sqlite = connect(join(data, "control.sqlite"), { readonly: true });
  try {
    return sqlite.query("SELECT 1 FROM sqlite_schema WHERE name = 'backupPlan'").get() &&
      !restoredIn({ sqlite })
      ? drizzle({ client: sqlite }).select().from(backupPlan).get()
      : undefined;
  } finally {
    sqlite.close();
  }
}
