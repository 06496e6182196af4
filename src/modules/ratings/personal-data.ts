import { asc, inArray } from "drizzle-orm";
import { list, section, text, time } from "../personal-data/html.ts";
import {
  deleteTicketRows,
  listed,
  moveTicketRows,
  part,
  type PersonalData,
} from "../personal-data/register.ts";
import { ratingRequests, userRatings } from "./table.ts";

const titles = { ptBR: "Avaliações", en: "Ratings", es: "Evaluaciones" };
const rates: Record<keyof typeof titles, Record<number, string>> = {
  ptBR: { 1: "Insatisfeito", 2: "Satisfeito", 3: "Muito satisfeito" },
  en: { 1: "Dissatisfied", 2: "Satisfied", 3: "Very satisfied" },
  es: { 1: "Insatisfecho", 2: "Satisfecho", 3: "Muy satisfecho" },
};

export const ratingData: PersonalData[] = [
  {
    table: ratingRequests,
    erase: deleteTicketRows(ratingRequests),
    export: "what is asked is ours",
    merge: "it goes with its ticket",
    mergeTickets: "no ticket at work has one",
  },
  {
    table: userRatings,
    erase: "what is counted stays",
    export: part({
      name: "ratings",
      read: (db, { ticketIds }) =>
        db
          .select({
            ticketId: userRatings.ticketId,
            rate: userRatings.rate,
            createdAt: userRatings.createdAt,
          })
          .from(userRatings)
          .where(inArray(userRatings.ticketId, listed(ticketIds)))
          .orderBy(asc(userRatings.id))
          .all(),
      section: (ratings, { language, dates }) =>
        section(
          titles[language],
          list(
            ratings.map(
              ({ rate, createdAt }) =>
                `${time(createdAt, dates.moment)} ${rate} · ${text(rates[language][rate] ?? "")}`,
            ),
          ),
        ),
    }),
    merge: "it goes with its ticket",
    mergeTickets: moveTicketRows(userRatings),
  },
];
