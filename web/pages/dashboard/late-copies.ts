import type { Need } from "../../../src/modules/dashboard/table.ts";

/** After a line that is down, late copies are the hardest. */
export const withLateCopies = (needs: Need[], isBackupLate: boolean) =>
  isBackupLate
    ? [
        ...needs.filter(({ kind }) => kind === "connection"),
        lateCopies,
        ...needs.filter(({ kind }) => kind !== "connection"),
      ].slice(0, 6)
    : needs;

const lateCopies: Need = {
  kind: "copies",
  key: "copies",
  count: 1,
  names: [],
  total: null,
  since: null,
  uuid: null,
  storeId: null,
};
