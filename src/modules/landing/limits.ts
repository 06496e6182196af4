import { Fault } from "../../kit/fault.ts";
import { bounded } from "../../kit/http/fields.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { network, spend, type Limit } from "../identities/throttle.ts";

const longestWait = 15 * 60_000;

/** A field that people don't see and programs fill in. */
export const trap = bounded(200).optional();

/**
 * Counts what a stranger sends, by address and of all together. Throws busy beyond either.
 * rules.md#strangers-limits
 */
export function spendStrangers(control: Control, what: "signUp" | "lead", address: string) {
  const limits: Limit[] = [
    { key: `${what}:${network(address)}`, freeTries: 10, maxWait: longestWait },
    { key: what, freeTries: 60, maxWait: longestWait },
  ];
  spend(control, ...limits);
}

/**
 * Throws invalid where the trap was filled in. The message is its own: a browser may have filled it
 * in, and there is no visible field to point at.
 */
export function refuseTrapped(filled: string | undefined) {
  if (filled)
    throw new Fault("invalid", "ERR_TRAPPED", {
      message: "Um campo escondido foi preenchido, e por isso nada foi enviado. Tente de novo",
    });
}
