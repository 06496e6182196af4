import { z } from "zod";
import { Fault } from "../../kit/fault.ts";
import { arrayOf, bounded } from "../../kit/http/fields.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { network } from "../identities/throttle.ts";
import { askSoon } from "./charges.ts";

/**
 * A gateway's notice of payments. Only its charge ids are read: the gateway itself is asked for the
 * rest.
 */
export const noticeBody = z.looseObject({
  evento: bounded(100).optional(),
  pix: arrayOf(z.looseObject({ txid: bounded(100).optional() }), 200).optional(),
});

/** Notices a minute from one address, and addresses that are remembered. */
const [perMinute, mostAddresses] = [120, 10_000];

/** How many came from each address in its last minute, by box. */
const counts = new WeakMap<Control, Map<string, { minute: number; count: number }>>();

/** Takes a notice. Throws busy for one address's flood. rules.md#payment-notices */
export function receiveNotice(control: Control, body: z.infer<typeof noticeBody>, address: string) {
  refuseFlood(control, address);
  const txids = txidsOf(body);
  if (txids.length > 0) askSoon(control, txids);
  return { ok: true };
}

/** The charges that a notice names, each once. */
export const txidsOf = ({ pix = [] }: z.infer<typeof noticeBody>): string[] => [
  ...new Set(pix.flatMap(({ txid }) => txid ?? [])),
];

/** Throws busy when too many notices come from one address. */
export function refuseFlood(control: Control, address: string) {
  const from = network(address);
  const minute = Math.floor(control.now() / 60_000);
  const byAddress = counts.get(control) ?? new Map<string, { minute: number; count: number }>();
  counts.set(control, byAddress);
  if (byAddress.size > mostAddresses) byAddress.clear();
  const current = byAddress.get(from);
  const count = current?.minute === minute ? current.count + 1 : 1;
  byAddress.set(from, { minute, count });
  if (count > perMinute)
    throw new Fault("busy", "ERR_TOO_MANY_TRIES", {
      message: "Muitas tentativas. Aguarde 60 s",
      details: { seconds: 60 },
    });
}
