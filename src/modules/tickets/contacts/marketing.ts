import type { Identifier } from "../../../channel/channel.ts";
import type { CompanyDb } from "../../../kit/db/company-db.ts";
import { findByIdentifiers } from "../../contacts/find-by-identifier.ts";
import { identifiersOf } from "../../contacts/identifiers.ts";
import { activeOptOuts, optOut, takeBackByAnswer } from "../../opt-outs/opt-outs.ts";

/**
 * A person told the network whether they take marketing. It ends campaigns for them, and nothing
 * else; it brings back only what the network had ended. rules.md#opt-outs
 */
export function setMarketing(db: CompanyDb, who: Identifier[], takesIt: boolean) {
  db.write((tx) => {
    const [contact] = findByIdentifiers(tx, who);
    const ids = contact ? [...who, ...identifiersOf(tx, contact.id)] : who;
    const numbers = [
      ...new Set(ids.filter(({ type }) => type === "phone").map(({ value }) => value)),
    ];
    const [number] = numbers;
    if (number === undefined) return;
    if (!takesIt) return void optOut(tx, { number, name: contact?.name ?? "", source: "channel" });
    for (const { id, source } of activeOptOuts(tx, numbers))
      if (source === "channel") takeBackByAnswer(tx, id, "");
  });
}
