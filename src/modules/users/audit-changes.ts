import type { Me } from "../../kit/db/audience.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { addAuditEntry } from "../audit/audit.ts";
import { namesOf } from "../audit/changes.ts";
import type { User } from "./table.ts";

/** A user as audit entries name them. */
export const auditSubject = ({ id, name }: Pick<User, "id" | "name">) => `user ${id} ${name}`;

/** Rights are recorded with their values before and after, other fields only by name. */
export function auditChanges(tx: Tx, me: Me, before: User, user: User) {
  const hasChanged = (field: keyof User) =>
    JSON.stringify(before[field]) !== JSON.stringify(user[field]);
  const changes = (fields: (keyof User)[]) =>
    Object.fromEntries(
      fields.filter(hasChanged).map((field) => [field, { from: before[field], to: user[field] }]),
    );
  const rights = {
    ...changes(["profile", "allTicket"]),
    ...(hasChanged("roleId") && {
      role: { from: before.role?.name ?? null, to: user.role?.name ?? null },
    }),
    ...(hasChanged("queueIds") && {
      queueIds: {
        from: namesOf(tx, "queues", before.queueIds),
        to: namesOf(tx, "queues", user.queueIds),
      },
    }),
  };
  const others = (["name", "email", "code", "whatsappId", "groupRangeDiscountId"] as const).filter(
    hasChanged,
  );
  const subject = auditSubject(before);
  if (Object.keys(rights).length > 0)
    addAuditEntry(tx, { userId: me.id, action: "roleChanged", subject, details: rights });
  if (others.length > 0)
    addAuditEntry(tx, {
      userId: me.id,
      action: "userChanged",
      subject,
      details: { fields: others },
    });
}
