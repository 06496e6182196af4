import { useSignals } from "@preact/signals-react/runtime";
import { MegaphoneOff, Users } from "lucide-react";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { shippingStates } from "../../../../src/shared/campaigns.ts";
import { Empty } from "../../../kit/Empty.tsx";
import { LoadError } from "../../../kit/LoadError.tsx";
import { dateTime, phone, useTranslation } from "../../../kit/text.ts";
import { useList } from "../../../lists/list.ts";
import type { Listing } from "../../../lists/listing.ts";
import { LoadMore, SearchBox } from "../../../lists/ListPage.tsx";
import { ListRows } from "../../../lists/ListRows.tsx";
import { mayOptOut, OptOutDialog } from "../../../parts/contacts/lazy-dialogs.ts";
import { optOutFacts } from "../../../parts/contacts/opt-out.ts";
import { whyNot } from "./reason.ts";
import type { Report, Shipping } from "./types.ts";

const views = ["answered", "all", ...shippingStates] as const;
type View = (typeof views)[number];

const listing: Listing<Shipping> = {
  name: "campaign-numbers",
  icon: Users,
  write: "campaigns.write",
  canEdit: () => false,
  columns: [
    { label: "campaignReport.name", cell: (row) => <Name row={row} /> },
    { label: "campaignReport.state", cell: (row) => <State row={row} /> },
    {
      label: "campaignReport.variant",
      cell: ({ variant }) => (variant === null ? null : <span className="tabular">{variant}</span>),
    },
    {
      label: "campaignReport.answer",
      cell: (row) => (row.answeredAt === null ? null : <Answer row={row} />),
    },
  ],
  fields: [],
};

/** The numbers of a campaign: each one's progress and answer, with a link to the conversation. */
export function Numbers({ report: { campaign, funnel } }: { report: Report }) {
  useSignals();
  const { t } = useTranslation();
  const [view, setView] = useState<View>(funnel.answered > 0 ? "answered" : "all");
  const query: Record<string, string> =
    view === "answered" ? { answered: "true" } : view === "all" ? {} : { state: view };
  const list = useList<Shipping>("campaign-numbers", {
    path: `/campaigns/${campaign.id}/report/contacts`,
    envelope: "records",
    query,
  });
  const [leaving, setLeaving] = useState<{ id: number; name: string } | null>(null);
  const actions = ({ contactId, name, number }: Shipping) =>
    contactId === null || !mayOptOut.value
      ? []
      : [
          {
            label: "contacts.optOut.do",
            icon: MegaphoneOff,
            run: () => setLeaving({ id: contactId, name: name || phone(number) }),
          },
        ];
  const figures = JSON.stringify(funnel);
  useEffect(() => list.reload(), [figures, list]);
  const empty = list.failed.value ? (
    <LoadError error={list.failed.value} onRetry={list.reload} />
  ) : (
    <Empty icon={Users} title={t("campaignReport.nobody")} text={t("campaignReport.nobodyText")} />
  );
  return (
    <section aria-label={t("campaignReport.numbers")}>
      <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="mr-auto font-semibold">{t("campaignReport.numbers")}</h2>
        <SearchBox
          label={t("campaignReport.search")}
          value={list.search.value}
          busy={list.loading.value && list.rows.value.length > 0}
          onChange={(typed) => (list.search.value = typed)}
        />
        <select
          className="select w-auto"
          aria-label={t("campaignReport.show")}
          value={view}
          onChange={({ target }) => setView(views.find((one) => one === target.value) ?? "all")}
        >
          {views.map((one) => (
            <option key={one} value={one}>
              {t(`campaignReport.views.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <ListRows
        listing={{ ...listing, actions }}
        list={list}
        empty={empty}
        onEdit={() => {}}
        onDelete={() => {}}
      />
      {leaving && (
        <OptOutDialog contact={leaving} onSaved={list.reload} onClose={() => setLeaving(null)} />
      )}
      <LoadMore list={list} />
    </section>
  );
}

const Name = ({ row: { name, number } }: { row: Shipping }) => (
  <span>
    <span className="font-medium wrap-anywhere">{name}</span>
    <span className="text-muted text-small tabular block whitespace-nowrap">{phone(number)}</span>
  </span>
);

function State({
  row: { state, reason, sentAt, deliveredAt, readAt, optOut, mayWantOut },
}: {
  row: Shipping;
}) {
  const { t } = useTranslation();
  const at = readAt ?? deliveredAt ?? sentAt;
  return (
    <span>
      <span className={state === "failed" ? "text-error" : ""}>
        {t(`campaignReport.views.${state}`)}
      </span>
      {at && (
        <span className="text-muted text-small tabular block whitespace-nowrap">
          {dateTime(at)}
        </span>
      )}
      {reason && <span className="text-muted text-small block">{whyNot(reason)}</span>}
      {optOut && (
        <span className="text-muted text-small block wrap-anywhere">
          {t("contacts.optOut.isOut")}: {optOutFacts(optOut)}
        </span>
      )}
      {!optOut && mayWantOut && (
        <span className="text-waiting text-small block">{t("contacts.optOut.maybe")}</span>
      )}
    </span>
  );
}

function Answer({ row: { answer, answeredAt, ticketUuid } }: { row: Shipping }) {
  const { t } = useTranslation();
  return (
    <span>
      <span className="line-clamp-2 break-words">{answer}</span>
      <span className="text-muted text-small flex flex-wrap gap-x-2">
        {answeredAt && <span className="tabular">{dateTime(answeredAt)}</span>}
        {ticketUuid && (
          <Link href={`/tickets/${ticketUuid}`} className="link text-primary">
            {t("campaignReport.openTicket")}
          </Link>
        )}
      </span>
    </span>
  );
}
