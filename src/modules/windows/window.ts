import type { CompanyDb } from "../../kit/db/company-db.ts";
import { Fault } from "../../kit/fault.ts";
import { providersWith } from "../../shared/capabilities.ts";
import { adWindowLength, isWindowOpen, windowLength } from "../../shared/window.ts";

/** The providers whose connections have a window, as a list in SQL. */
export const windowProviders = providersWith("window")
  .map((provider) => `'${provider}'`)
  .join();

/** SQL: a message is of the phone that the contact has now, since a person may edit the number. */
const isOfThisPhone = (message: string) =>
  `${message}.id > coalesce((
    SELECT max(i.since) FROM identifiers i WHERE i.contactId = ${message}.contactId), 0)`;

/**
 * SQL for the end (epoch ms) of a contact's window on a connection; NULL when they never wrote
 * there. It reads two or three rows by an index. rules.md#window
 */
export const windowEndSql = (contactId: string, whatsappId: string) => `(
  SELECT max(m.sentAt + ${windowLength}, coalesce((
    SELECT max(r.sentAt) + ${adWindowLength} FROM messages r
    WHERE r.contactId = m.contactId AND r.fromMe = 0 AND r.whatsappId = m.whatsappId
      AND r.createdAt > m.sentAt - ${adWindowLength - windowLength} AND r.referral IS NOT NULL AND EXISTS (
        SELECT 1 FROM messages a WHERE a.contactId = m.contactId AND a.fromMe = 1 AND a.whatsappId = m.whatsappId
          AND a.createdAt BETWEEN r.sentAt AND r.sentAt + ${windowLength} AND a.id > r.id AND a.ack <> -1)
      AND ${isOfThisPhone("r")}), 0))
  FROM messages m WHERE m.contactId = ${contactId} AND m.fromMe = 0 AND m.whatsappId = ${whatsappId} AND m.mediaType <> 'call_log'
    AND ${isOfThisPhone("m")}
  ORDER BY m.createdAt DESC LIMIT 1)`;

type Place = { contactId: number | null; whatsappId: number | null };

/**
 * The end (epoch ms) of a contact's window on a connection, 0 when they never wrote there.
 * Undefined where the connection has no window.
 */
export const windowEndOf = (
  { sqlite }: CompanyDb,
  { contactId, whatsappId }: Place,
): number | undefined =>
  sqlite
    .query<{ until: number }, [number | null, number | null]>(
      `SELECT coalesce(${windowEndSql("?1", "c.id")}, 0) AS until
      FROM connections c WHERE c.id = ?2 AND c.provider IN (${windowProviders})`,
    )
    .get(contactId, whatsappId)?.until;

/** Whether a connection takes no free text to a contact now. */
export function isWindowClosed(db: CompanyDb, place: Place): boolean {
  const end = windowEndOf(db, place);
  return end !== undefined && !isWindowOpen(end, db.now());
}

/** Throws a conflict where a connection takes only templates to a contact. rules.md#window */
export function refuseClosedWindow(db: CompanyDb, place: Place) {
  if (isWindowClosed(db, place))
    throw new Fault("conflict", "ERR_WINDOW_CLOSED", {
      message: "Passaram 24 horas desde a última mensagem do cliente: envie um modelo",
    });
}

/** A contact's window on a connection, open or over. */
export type ContactWindow = { whatsappId: number; until: Date };

/** A contact's windows, on the connections that have one and where they wrote. */
export const windowsOf = ({ sqlite }: CompanyDb, contactId: number): ContactWindow[] =>
  sqlite
    .query<{ whatsappId: number; until: number | null }, [number]>(
      `SELECT c.id AS whatsappId, ${windowEndSql("?1", "c.id")} AS until
      FROM connections c WHERE c.provider IN (${windowProviders}) ORDER BY c.id`,
    )
    .all(contactId)
    .flatMap(({ whatsappId, until }) =>
      until === null ? [] : [{ whatsappId, until: new Date(until) }],
    );
