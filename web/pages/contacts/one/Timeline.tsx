import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { timelineParts, type TimelinePart } from "../../../../src/shared/contact-page.ts";
import { narrow, useMedia } from "../../../kit/media.ts";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { Tabs } from "../../../kit/Tabs.tsx";
import { clock, localDay, useTranslation } from "../../../kit/text.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import type { Contact } from "../../../parts/contacts/types.ts";
import { can } from "../../../session/can.ts";
import { openOrBeginTicket } from "../../../shell/go-to-ticket.ts";
import { type Entry, type Overview, useEntries } from "./entries.ts";
import { EntryRow } from "./EntryRow.tsx";

/** A phone has room for these tabs; the first one has all entries. */
const phoneParts: readonly TimelinePart[] = ["all", "conversations", "sales"];

// Tabs of a page stand side by side at the start of their line. The narrowest phones show no counts.
const atStart =
  "max-[22rem]:[&_[role=tab]>span]:hidden max-[22rem]:[&_[role=tab]]:px-1.5 [&_[role=tab]]:mb-0 [&_[role=tab]]:h-10 [&_[role=tab]]:flex-none [&_[role=tab]]:px-2.5 [&_[role=tab]]:whitespace-nowrap [&_[data-value=all]>span]:hidden";

/** All that happened with the contact, the newest first, in parts. */
export function Timeline({ person, overview }: { person: Contact; overview: Overview | null }) {
  useSignals();
  const { t } = useTranslation();
  const [part, setPart] = useState<TimelinePart>("all");
  const isNarrow = useMedia(narrow);
  const parts = timelineParts.filter((one) => {
    if (isNarrow && !phoneParts.includes(one)) return false;
    return overview?.sales != null || (one !== "sales" && one !== "payments");
  });
  return (
    <section aria-label={t("contactPage.timeline")} className={`card-quiet ${atStart}`}>
      <Tabs
        label={t("contactPage.timeline")}
        values={parts}
        value={part}
        text={(value) => t(`contactPage.parts.${value}`)}
        counts={overview?.counts}
        onChange={setPart}
        variant="line"
      />
      <div role="tabpanel" aria-label={t(`contactPage.parts.${part}`)}>
        <Entries key={part} person={person} part={part} />
      </div>
    </section>
  );
}

function Entries({ person, part }: { person: Contact; part: TimelinePart }) {
  const { t } = useTranslation();
  const { entries, hasMore, state, more, read } = useEntries(person.id, part);
  if (!entries)
    return state === "failed" ? (
      <div className="p-4">
        <LoadFailed text={t("contactPage.timelineFailed")} retry={read} />
      </div>
    ) : (
      <Loading />
    );
  if (entries.length === 0) return <Nothing person={person} part={part} />;
  return (
    <>
      <EntryGroups entries={entries} />
      {state === "failed" && (
        <div className="px-4 pb-3">
          <LoadFailed text={t("contactPage.timelineFailed")} retry={hasMore ? more : read} />
        </div>
      )}
      {hasMore && state !== "failed" && (
        <button
          type="button"
          className="border-line text-muted hover:text-base-content w-full cursor-pointer border-t p-3 -outline-offset-2"
          disabled={state === "loading"}
          onClick={more}
        >
          {t("contactPage.showMore")}
        </button>
      )}
    </>
  );
}

const Loading = () => (
  <Delayed>
    <div className="flex flex-col gap-5 p-4">
      {[48, 64, 40, 56].map((width) => (
        <div key={width} className="flex gap-3">
          <Skeleton className="size-7" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-4 w-40" />
            <Skeleton className="h-3.5 w-64 max-w-full" />
          </div>
        </div>
      ))}
    </div>
  </Delayed>
);

function Nothing({ person, part }: { person: Contact; part: TimelinePart }) {
  useSignals();
  const { t } = useTranslation();
  const isTalk = part === "all" || part === "conversations";
  return (
    <p className="text-muted px-4 py-10 text-center">
      {t(isTalk ? "contactPage.noTalk" : `contactPage.none.${part}`)}{" "}
      {isTalk && can("tickets.write") && (
        <button
          type="button"
          className="link text-primary"
          onClick={() => void openOrBeginTicket(person)}
        >
          {t("contactPage.talk")}
        </button>
      )}
    </p>
  );
}

/** Entries under the day or the month in which they happened. */
export function EntryGroups({ entries }: { entries: Entry[] }) {
  useSignals();
  const { t, tag } = useTranslation();
  const now = new Date(clock.value);
  const month = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric" });
  const headOf = (at: Date) => {
    if (at > now) return t("contactPage.coming");
    if (localDay(at) === localDay(now)) return t("common.today");
    const name = month.format(at);
    return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
  };
  const groups = Map.groupBy(entries, ({ at }) => headOf(new Date(at)));
  return (
    <div className="px-4 pb-1">
      {[...groups].map(([head, some]) => (
        <section key={head} aria-label={head}>
          <h3 className="border-line text-muted text-small border-b pt-3.5 pb-1 font-semibold">
            {head}
          </h3>
          <ul className="divide-line divide-y">
            {some.map((entry) => (
              <EntryRow key={`${entry.kind} ${entry.id}`} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
