import { Hourglass } from "lucide-react";
import { useSignals } from "@preact/signals-react/runtime";
import { Link } from "wouter";
import type { FullContact } from "../../../inbox/full-contacts.ts";
import { LoadError } from "../../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { useTitle } from "../../../kit/title.ts";
import { plain } from "../../../messages/format.ts";
import type { Contact } from "../../../parts/contacts/types.ts";
import { waitOf } from "../ago.ts";
import { Consent } from "./Consent.tsx";
import { ContactData } from "./ContactData.tsx";
import { ContactFacts } from "./ContactFacts.tsx";
import { ContactFiles } from "./ContactFiles.tsx";
import { ContactHead } from "./ContactHead.tsx";
import { ContactTags } from "./ContactTags.tsx";
import type { Overview } from "./entries.ts";
import { Timeline } from "./Timeline.tsx";
import type { placeOf } from "./walk.ts";

type Props = {
  /** The contact as its list has it, until all of it has loaded. */
  person: Contact | FullContact | null;
  full: FullContact | null;
  overview: Overview | null;
  problem: unknown;
  onRetry: () => void;
  place: ReturnType<typeof placeOf>;
};

export function ContactView({ person, full, overview, problem, onRetry, place }: Props) {
  const { t } = useTranslation();
  useTitle(person?.name ?? t("contactPage.title"));
  return (
    <div data-page className="mx-auto flex w-full max-w-6xl flex-col px-4 pt-2 pb-8 phone:px-6">
      <ContactHead person={person} full={full} place={place} />
      {overview?.waiting && <Waiting waiting={overview.waiting} />}
      {problem !== null && !overview ? (
        <section className="card-quiet mb-4">
          <LoadError error={problem} title={t("contactPage.factsFailed")} onRetry={onRetry} />
        </section>
      ) : (
        !person?.isGroup && (
          <div className="mb-4">
            <ContactFacts overview={overview} />
          </div>
        )
      )}
      {person && (
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
          <Timeline person={person} overview={overview} />
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {full ? (
              <>
                <ContactData person={full} />
                <ContactTags person={full} />
                <Consent person={full} />
              </>
            ) : (
              <Delayed>
                <Skeleton className="h-40 w-full" />
              </Delayed>
            )}
            <ContactFiles contactId={person.id} />
          </div>
        </div>
      )}
    </div>
  );
}

/** The contact's customer waits for us. */
function Waiting({ waiting }: { waiting: NonNullable<Overview["waiting"]> }) {
  useSignals();
  const { t } = useTranslation();
  const { waitingSince, queue, user, lastMessage, uuid } = waiting;
  const values = {
    queue: queue?.name ?? t("tickets.noQueue"),
    user: user?.name ?? "",
  };
  return (
    <Link
      href={`/tickets/${uuid}`}
      className="rounded-card bg-amber-soft border-warning/60 mb-3 flex items-center gap-3 border px-4 py-2.5"
    >
      <Hourglass size={18} aria-hidden className="text-amber-strong shrink-0" />
      <span className="min-w-0 flex-1">
        <strong className="font-semibold">
          {t("contactPage.waits", { time: waitOf(waitingSince) })}
        </strong>{" "}
        {t(user ? "contactPage.waitsWith" : "contactPage.waitsIn", values)}
        <span className="text-muted block truncate">{plain(lastMessage)}</span>
      </span>
      <span className="btn btn-sm shrink-0">{t("contactPage.open")}</span>
    </Link>
  );
}
