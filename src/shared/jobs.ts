/** What a company's jobs do. */
export const jobKinds = [
  "bot",
  "contactImport",
  "contactImportSweep",
  "indexMessages",
  "liftRestriction",
  "repairNumbers",
  "tidy",
] as const;
export type JobKind = (typeof jobKinds)[number];
