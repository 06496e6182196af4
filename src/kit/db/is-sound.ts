import type { CompanyDb } from "./company-db.ts";

/** Whether a short check finds no damage in a company's file. */
export function isSound({ sqlite }: CompanyDb): boolean {
  try {
    return (
      (sqlite.query("PRAGMA quick_check(1)").get() as { quick_check: string }).quick_check === "ok"
    );
  } catch {
    return false;
  }
}
