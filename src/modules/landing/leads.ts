import { count, desc, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import type { Broadcast } from "../../kit/db/audience.ts";
import { email, listQuery, name, phone, text } from "../../kit/http/fields.ts";
import { matching, notFound, page } from "../../kit/db/page.ts";
import type { Control } from "../../kit/db/company-db.ts";
import { insertTimestamps, updateTimestamps } from "../../kit/db/table.ts";
import { canMail, readBox, refuseClosed, type Box } from "../box/box.ts";
import { postMail } from "../mail/outbox.ts";
import { refuseTrapped, spendStrangers, trap } from "./limits.ts";
import { leads, type Lead } from "./table.ts";

export const leadBody = z.object({ name, email, phone, message: text(2000, 1), website: trap });
export const leadChange = z.object({ answered: z.boolean() });

/** How long the mail about a lead is retried, in ms. */
const mailLife = 7 * 86_400_000;

export type LeadServices = { control: Control; broadcast: Broadcast };

/**
 * Stores a stranger's lead and notifies the owner of the box, also by mail if an address is set.
 * `mailed` says whether. Throws forbidden while the public page is closed, busy for a flood.
 * rules.md#leads
 */
export function receive(
  { control, broadcast, box }: LeadServices & { box: Box },
  { website, ...body }: z.infer<typeof leadBody>,
  address: string,
) {
  refuseClosed(box, "landing");
  refuseTrapped(website);
  spendStrangers(control, "lead", address);
  const { leadsTo, language, publicUrl, ...settings } = readBox(box);
  const to = leadsTo !== null && canMail({ ...settings, publicUrl }) ? leadsTo : undefined;
  const lead = control.write((tx) => {
    if (to)
      postMail(tx, box, {
        kind: "lead",
        to,
        language,
        values: body,
        link: `${publicUrl}/leads`,
        replyTo: body.email,
        uselessAt: control.now() + mailLife,
      });
    return tx
      .insert(leads)
      .values({ ...body, ...insertTimestamps(control.now()) })
      .returning()
      .get();
  });
  tell(broadcast, "create", lead);
  return { ok: true, mailed: to !== undefined };
}

/** One page, the newest first; `unanswered` counts them all. */
export function list(control: Control, { searchParam, pageNumber }: z.infer<typeof listQuery>) {
  const where = matching(searchParam, [leads.name, leads.email, leads.phone, leads.message]);
  const { rows, ...rest } = page(control, {
    table: leads,
    select: control.select().from(leads),
    where,
    order: [desc(leads.id)],
    pageNumber,
  });
  return {
    leads: rows,
    ...rest,
    unanswered: control
      .select({ count: count() })
      .from(leads)
      .where(isNull(leads.answeredAt))
      .get()!.count,
  };
}

/** Marks a lead as answered, or as not. Throws missing. */
export function change(
  { control, broadcast }: LeadServices,
  id: number,
  { answered }: z.infer<typeof leadChange>,
): Lead {
  const now = control.now();
  return tell(
    broadcast,
    "update",
    control.write(
      (tx) =>
        tx
          .update(leads)
          .set({ answeredAt: answered ? new Date(now) : null, ...updateTimestamps(now) })
          .where(eq(leads.id, id))
          .returning()
          .get() ?? missing(),
    ),
  );
}

/** Throws missing. */
export function remove({ control, broadcast }: LeadServices, id: number) {
  control.write(
    (tx) => tx.delete(leads).where(eq(leads.id, id)).returning({ id: leads.id }).get() ?? missing(),
  );
  broadcast((me) => (me.super ? { event: "lead", action: "delete", leadId: id } : undefined));
  return {};
}

function tell(broadcast: Broadcast, action: "create" | "update", lead: Lead): Lead {
  broadcast((me) => (me.super ? { event: "lead", action, lead } : undefined));
  return lead;
}

function missing(): never {
  throw notFound();
}
