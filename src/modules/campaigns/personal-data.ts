import { asc, eq, inArray, or } from "drizzle-orm";
import { numberKey } from "../../shared/phone.ts";
import { list, section, text, time } from "../personal-data/html.ts";
import {
  moveRows,
  moveTicketRows,
  part,
  type Leftovers,
  type Person,
  type PersonalData,
} from "../personal-data/register.ts";
import type { Tx } from "../../kit/db/company-db.ts";
import { campaigns, campaignShipping } from "./table.ts";

const titles = { ptBR: "Campanhas", en: "Campaigns", es: "Campañas" };

const ofPerson = ({ id, identifiers }: Person) =>
  or(
    eq(campaignShipping.contactId, id),
    inArray(
      campaignShipping.numberKey,
      identifiers.filter(({ type }) => type === "phone").map(({ value }) => numberKey(value)),
    ),
  );

export const campaignData: PersonalData[] = [
  {
    table: campaignShipping,
    erase,
    export: part({
      name: "campaigns",
      read: (db, person) =>
        db
          .select({
            campaign: campaigns.name,
            state: campaignShipping.state,
            message: campaignShipping.message,
            question: campaignShipping.confirmationMessage,
            sentAt: campaignShipping.sentAt,
            answer: campaignShipping.answer,
            answeredAt: campaignShipping.answeredAt,
            createdAt: campaignShipping.createdAt,
          })
          .from(campaignShipping)
          .innerJoin(campaigns, eq(campaigns.id, campaignShipping.campaignId))
          .where(ofPerson(person))
          .orderBy(asc(campaignShipping.id))
          .all(),
      section: (rows, { language, dates }) =>
        section(
          titles[language],
          list(
            rows.map(
              ({ campaign, question, message, answer, sentAt, createdAt }) =>
                `${time(sentAt ?? createdAt, dates.moment)} ${[campaign, question, message, answer]
                  .filter((field) => field)
                  .map((field) => text(field!))
                  .join(" · ")}`,
            ),
          ),
        ),
    }),
    merge: moveRows(campaignShipping),
    mergeTickets: moveTicketRows(campaignShipping),
  },
];

/**
 * Clears the person's data from the rows, which stay for the figures. Unsent messages are skipped.
 */
function erase(tx: Tx, person: Person, leftovers: Leftovers) {
  for (const row of tx.select().from(campaignShipping).where(ofPerson(person)).all()) {
    const ids = [row.askedId, row.providerId, ...(row.fileIds ?? [])].filter((id) => id !== null);
    if (row.whatsappId !== null)
      leftovers.messages.push(
        ...ids.map((providerId) => ({ connectionId: row.whatsappId!, providerId })),
      );
    const isFinal = row.state !== "waiting" && row.state !== "asked";
    tx.update(campaignShipping)
      .set({
        number: "",
        numberKey: `erased:${row.id}`,
        name: "",
        email: "",
        message: null,
        template: null,
        confirmationMessage: null,
        answer: null,
        contactId: null,
        ...(!isFinal && { state: "skipped" as const, reason: "erased" }),
      })
      .where(eq(campaignShipping.id, row.id))
      .run();
  }
}
