import { useSignals } from "@preact/signals-react/runtime";
import { Timer } from "lucide-react";
import { useChoices } from "../../../forms/choices.ts";
import { useTranslation } from "../../../kit/text.ts";
import { addTexts } from "../../../kit/translations.ts";
import { queues } from "../../../lists/company-lists.ts";
import { type List, useList } from "../../../lists/list.ts";
import type { Listing } from "../../../lists/listing.ts";
import { ListView } from "../../../lists/ListPage.tsx";
import { goalWords, type Goals, queueOf } from "./goals.ts";
import { GoalsDialog } from "./GoalsDialog.tsx";
import texts from "./texts.json";

addTexts(texts);

const options = { envelope: "records", event: "sla" };

/** The service goals of the queues. rules.md#service-goals */
export function GoalsPage() {
  useChoices(queues);
  return <GoalsView list={useList<Goals>("sla", options)} />;
}

export function GoalsView({ list }: { list: List<Goals> }) {
  useSignals();
  const { t } = useTranslation();
  const taken = list.rows.value.map(({ queueId }) => queueId);
  return (
    <ListView
      list={list}
      listing={{
        ...goalListing,
        parent: { href: "/queues", label: t("goals.queues") },
        dialog: ({ listing: _, ...props }) => <GoalsDialog {...props} taken={taken} />,
      }}
    />
  );
}

export const goalListing: Listing<Goals> = {
  name: "sla",
  area: "goals",
  options,
  icon: Timer,
  write: "queues.write",
  nameOf: queueOf,
  columns: [
    { label: "goals.queue", cell: (row) => <QueueName {...row} /> },
    {
      label: "goals.firstAnswerMinutes",
      cell: ({ firstAnswerMinutes }) => <Minutes minutes={firstAnswerMinutes} />,
    },
    {
      label: "goals.resolutionMinutes",
      cell: ({ resolutionMinutes }) => <Minutes minutes={resolutionMinutes} />,
    },
  ],
  fields: [],
};

function QueueName(row: Goals) {
  useTranslation();
  return <span className="break-words">{queueOf(row)}</span>;
}

function Minutes({ minutes }: { minutes: number | null }) {
  const { t } = useTranslation();
  if (minutes === null) return <span className="text-muted">{t("goals.never")}</span>;
  return <span className="tabular">{goalWords(minutes)}</span>;
}
