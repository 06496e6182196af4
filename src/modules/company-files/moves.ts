import type { Database } from "bun:sqlite";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { newCode } from "../backups/recovery-code.ts";
import { leave } from "../companies/visits.ts";
import { hashOfCode } from "./export.ts";

export type MoveState = "leaving" | "gone" | "waiting";
type Move = { state: MoveState; code: string };

/** The state of a company's move in this box; undefined for one that does not move. */
export const moveOf = (control: Database, id: number) =>
  control
    .query<Move, [number]>("SELECT state, code FROM companyMoves WHERE companyId = ?")
    .get(id) ?? undefined;

/**
 * Starts a move: the company is blocked and signed out, and still belongs to this box. A repeated
 * call continues the same move with the same code. Returns the code that lets it work elsewhere.
 */
export function beginMove(dbs: CompanyDbs, id: number): string {
  const control = dbs.control.sqlite;
  if (id === 1)
    throw new Fault("conflict", "ERR_OWN_COMPANY", {
      message: "the owner's own company does not move: restore a copy of the box elsewhere",
    });
  const move = moveOf(control, id);
  if (move && move.state !== "leaving") throw wrongState(move.state);
  const code = move?.code ?? newCode();
  // The file can still record now that support left.
  leave(dbs, { companyId: id });
  control.run(
    "INSERT INTO companyMoves (companyId, state, code, at, blocked) SELECT id, 'leaving', ?, ?, NOT status FROM companies WHERE id = ? ON CONFLICT DO NOTHING",
    [code, dbs.control.now(), id],
  );
  control.run("UPDATE companies SET status = 0 WHERE id = ?", [id]);
  control.run(
    "DELETE FROM sessions WHERE identityId IN (SELECT id FROM identities WHERE companyId = ?)",
    [id],
  );
  return code;
}

/** Records that a company has arrived, and waits for the handover. */
export const awaitMove = (control: Database, id: number, codeHash: string, isBlocked: boolean) =>
  control.run(
    "INSERT INTO companyMoves (companyId, state, code, at, blocked) VALUES (?, 'waiting', ?, ?, ?)",
    [id, codeHash, Date.now(), isBlocked],
  );

/**
 * Cancels a move: its file can no longer start the company. Throws a conflict after the handover.
 */
export function cancelMove(control: Database, id: number) {
  refuseUnless(control, id, "leaving");
  workAgain(control, id);
}

/**
 * Takes back a company after the handover, because it never arrived. Only the owner can tell: the
 * boxes cannot ask each other.
 */
export function takeBack(control: Database, id: number) {
  refuseUnless(control, id, "gone");
  workAgain(control, id);
}

/**
 * Hands a company over: this box stops working for it, and returns the code for the other one. A
 * repeated call returns the same code.
 */
export function handOver(control: Database, id: number): string {
  const { state, code } = moveOf(control, id) ?? { state: undefined, code: "" };
  if (state === "gone") return code;
  refuseUnless(control, id, "leaving");
  control.run("UPDATE companyMoves SET state = 'gone' WHERE companyId = ?", [id]);
  return code;
}

/** Starts an arrived company. Throws invalid for a wrong code. */
export function takeOver(control: Database, id: number, code: string) {
  refuseUnless(control, id, "waiting");
  if (moveOf(control, id)!.code !== hashOfCode(code))
    throw new Fault("invalid", "ERR_MOVE_CODE", {
      message: "this is not the code that the other box gave when it let go",
    });
  workAgain(control, id);
}

// Restores the status from before: a blocked company stays blocked.
function workAgain(control: Database, id: number) {
  control.run(
    "UPDATE companies SET status = NOT (SELECT blocked FROM companyMoves WHERE companyId = companies.id) WHERE id = ?",
    [id],
  );
  control.run("DELETE FROM companyMoves WHERE companyId = ?", [id]);
}

function refuseUnless(control: Database, id: number, state: MoveState) {
  const current = moveOf(control, id)?.state;
  if (current !== state) throw wrongState(current);
}

const wrongState = (state: MoveState | undefined) =>
  new Fault("conflict", "ERR_COMPANY_MOVING", {
    message: `company ${state ? `is ${state}` : "does not move"}`,
  });
