/** The kinds of a company's jobs. */
export const jobKinds = [
  "bot",
  "contactImport",
  "contactImportSweep",
  "indexMessages",
  "liftRestriction",
  "pixCheck",
  "repairNumbers",
  "tidy",
] as const;
export type JobKind = (typeof jobKinds)[number];
