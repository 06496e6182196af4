import { CircleCheck, Mail, Undo2 } from "lucide-react";
import type * as landingTable from "../../../src/modules/landing/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { dateTime, phone, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import texts from "./texts.json";

addTexts(texts);

type Lead = Wire<landingTable.Lead>;

export const leads: Listing<Lead> = {
  name: "leads",
  options: { path: "/landing/leads" },
  icon: Mail,
  write: "landing.write",
  noCreate: true,
  canEdit: () => false,
  canDelete: () => true,
  fields: [],
  emptyValues: {},
  columns: [
    { label: "leads.who", cell: (lead) => <Who {...lead} /> },
    {
      label: "leads.message",
      cell: ({ message }) => (
        <span className="block py-1 break-words whitespace-pre-line">{message}</span>
      ),
    },
    {
      label: "leads.at",
      cell: ({ createdAt }) => (
        <span className="text-muted tabular whitespace-nowrap">{dateTime(createdAt)}</span>
      ),
      className: "w-36",
    },
    {
      label: "leads.state",
      cell: ({ answeredAt }) => <State answeredAt={answeredAt} />,
      className: "w-36",
      hideLabel: true,
    },
  ],
  actions: ({ id, answeredAt }) => [
    {
      label: answeredAt ? "leads.reopen" : "leads.answer",
      icon: answeredAt ? Undo2 : CircleCheck,
      run: () => api.put(`/landing/leads/${id}`, { answered: !answeredAt }).catch(toast.error),
    },
  ],
};

/** Messages of visitors from the public page. rules.md#leads */
export const Leads = () => <ListPage listing={leads} />;

function Who({ name, email, phone: number }: Lead) {
  return (
    <span className="block py-1">
      <span className="block font-medium break-words">{name}</span>
      <a href={`mailto:${email}`} className="link text-small block break-all">
        {email}
      </a>
      <a href={`tel:+${number}`} className="link text-small tabular block">
        {phone(number)}
      </a>
    </span>
  );
}

function State({ answeredAt }: Pick<Lead, "answeredAt">) {
  const { t } = useTranslation();
  return (
    <span className={answeredAt ? "text-muted" : "font-medium"}>
      {t(answeredAt ? "leads.answered" : "leads.waiting")}
    </span>
  );
}
