import type { Database } from "bun:sqlite";
import { Fault } from "../../kit/fault.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { newCode } from "../backups/recovery-code.ts";
import { leave } from "../companies/visits.ts";
import { hashOfCode } from "./export.ts";

export type MoveState = "leaving" | "gone" | "waiting";
type Move = { state: MoveState; code: string };

/** Where a company's move stands in this box; undefined for one that does not move. */
export const moveOf = (control: Database, id: number) =>
  control
    .query<Move, [number]>("SELECT state, code FROM companyMoves WHERE companyId = ?")
    .get(id) ?? undefined;

/**
 * A company begins to leave: blocked from here on, without anyone inside, and still this box's.
 * What was begun before goes on, under the same code. Returns what will let it work elsewhere.
 */
export function beginMove(dbs: CompanyDbs, id: number): string {
  const control = dbs.control.sqlite;
  if (id === 1)
    throw new Fault("conflict", "ERR_OWN_COMPANY", {
      message: "the owner's own company does not move: restore a copy of the box elsewhere",
    });
  const known = moveOf(control, id);
  if (known && known.state !== "leaving") throw wrongState(known.state);
  const code = known?.code ?? newCode();
  // While its file can still say that support left.
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

/** A company has arrived, and waits for the other box to let go. */
export const awaitMove = (control: Database, id: number, codeHash: string, isBlocked: boolean) =>
  control.run(
    "INSERT INTO companyMoves (companyId, state, code, at, blocked) VALUES (?, 'waiting', ?, ?, ?)",
    [id, codeHash, Date.now(), isBlocked],
  );

/** It stays after all: its file lets nobody work any more. Throws a conflict once it is gone. */
export function cancelMove(control: Database, id: number) {
  refuseUnless(control, id, "leaving");
  workAgain(control, id);
}

/**
 * What was let go works here again, since it never arrived. Its owner has to know that: no box can
 * ask the other.
 */
export function takeBack(control: Database, id: number) {
  refuseUnless(control, id, "gone");
  workAgain(control, id);
}

/**
 * It is gone: this box works for it no more, and says what lets the other one. Asked again, it says
 * the same.
 */
export function handOver(control: Database, id: number): string {
  const { state, code } = moveOf(control, id) ?? { state: undefined, code: "" };
  if (state === "gone") return code;
  refuseUnless(control, id, "leaving");
  control.run("UPDATE companyMoves SET state = 'gone' WHERE companyId = ?", [id]);
  return code;
}

/** Lets a company that has arrived work here. Throws invalid for another code. */
export function takeOver(control: Database, id: number, code: string) {
  refuseUnless(control, id, "waiting");
  if (moveOf(control, id)!.code !== hashOfCode(code))
    throw new Fault("invalid", "ERR_MOVE_CODE", {
      message: "this is not the code that the other box gave when it let go",
    });
  workAgain(control, id);
}

// As it did before: who was blocked stays so.
function workAgain(control: Database, id: number) {
  control.run(
    "UPDATE companies SET status = NOT (SELECT blocked FROM companyMoves WHERE companyId = companies.id) WHERE id = ?",
    [id],
  );
  control.run("DELETE FROM companyMoves WHERE companyId = ?", [id]);
}

function refuseUnless(control: Database, id: number, state: MoveState) {
  const found = moveOf(control, id)?.state;
  if (found !== state) throw wrongState(found);
}

const wrongState = (state: MoveState | undefined) =>
  new Fault("conflict", "ERR_COMPANY_MOVING", {
    message: `company ${state ? `is ${state}` : "does not move"}`,
  });
