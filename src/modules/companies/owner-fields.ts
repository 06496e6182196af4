import { z } from "zod";
import { cnpj, date, id, line, orEmpty } from "../../kit/http/fields.ts";
import { recurrences, type Recurrence } from "../../shared/companies.ts";
import { noDueDate } from "../../shared/due-date.ts";
import { ownFields } from "./own-company.ts";

/** A day within the range of date arithmetic. */
export const dueDay = date.refine((day) => day >= "1970-01-01" && day <= "2999-12-31", "invalid");

/** No due date, in each form that clients send. rules.md#no-due-date */
const dueDate = z.preprocess(
  (value) => (value === "" || value === "Invalid date" || value === noDueDate ? null : value),
  dueDay.nullable().optional(),
);

export const ownersFields = {
  name: line(80, 3),
  document: orEmpty(cnpj),
  planId: id,
  status: z.boolean().optional(),
  campaignsEnabled: z.boolean().optional(),
  dueDate,
  recurrence: z.enum(Object.keys(recurrences) as [Recurrence, ...Recurrence[]]).optional(),
};

export const companyBody = z.object({ ...ownersFields, ...ownFields }).partial();

/** Whether a body has fields that only the owner of the box may change. */
export const isOwners = (body: object) => Object.keys(ownersFields).some((name) => name in body);

/** The fields that the owner of the box sets for a new company. */
export const newCompanyFields = { ...ownersFields, phone: ownFields.phone };
