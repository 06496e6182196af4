import type { Control } from "../../kit/db/company-db.ts";
import { staleAfter } from "../../shared/backups.ts";
import type { BackupRunner } from "./backup-runner.ts";
import { copiesIn, listCopies, sizeOf, type Manifest } from "./manifest.ts";
import { readPlan } from "./plan.ts";
import type { BackupState, ListedCopy } from "./table.ts";

/** The state of the box's copies. */
export function stateOf(
  control: Control,
  { data, running }: Pick<BackupRunner, "data" | "running">,
): BackupState {
  const { id: _, secretAccessKey, ...plan } = readPlan(control);
  const copies = listCopies(copiesIn(data)).filter(({ verifiedAt }) => verifiedAt !== null);
  return {
    ...plan,
    hasSecretAccessKey: secretAccessKey !== null,
    copies: copies.map(listed),
    running,
    stale: isStale(control, copies[0]),
  };
}

const listed = (copy: Manifest): ListedCopy => {
  const { name, at, reason, media, failed } = copy;
  return {
    name,
    at,
    reason,
    media,
    size: sizeOf(copy),
    companies: copy.companies.length,
    failed: failed.map(({ id, name }) => ({ id, name })),
  };
};

// A new box has nothing to copy yet.
function isStale(control: Control, newest: Manifest | undefined): boolean {
  const { since } = control.sqlite.query("SELECT min(createdAt) AS since FROM companies").get() as {
    since: number | null;
  };
  const last = newest ? Date.parse(newest.at) : since;
  return last !== null && control.now() - last > staleAfter;
}
