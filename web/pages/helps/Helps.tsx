import { useSignals } from "@preact/signals-react/runtime";
import { CirclePlay, Footprints, Keyboard, LifeBuoy, Pencil } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { Link } from "wouter";
import { Empty } from "../../kit/Empty.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { type List, type ListOptions, useList } from "../../lists/list.ts";
import { LoadMore, NoRows, SearchBox } from "../../lists/ListPage.tsx";
import { type Help, HelpPlayer } from "../../parts/helps/HelpPlayer.tsx";
import { live } from "../../session/live.ts";
import { can } from "../../session/can.ts";
import { isKeysHelpOpen } from "../../shell/keys/keys.ts";
import texts from "./texts.json";

addTexts(texts);

const options: ListOptions = { envelope: "records", key: "record", order: "createdAt" };

/** The videos that explain the product. rules.md#helps */
export function Helps() {
  const list = useList<Help>("helps", options);
  // Events are lost while the socket is closed, so the list reloads when it opens again.
  useEffect(() => live.on("ready", () => list.reload()), [list]);
  return <HelpsView list={list} />;
}

export function HelpsView({ list }: { list: List<Help> }) {
  useSignals();
  const { t } = useTranslation();
  const [open, setOpen] = useState<Help | null>(null);
  const rows = list.rows.value;
  const isLoading = list.loading.value && rows.length === 0;
  const manage = can("helps.write") && (
    <Link href="/platform/helps" className="btn shrink-0">
      <Pencil size={16} aria-hidden />
      {t("help.manage")}
    </Link>
  );
  const isEmpty =
    rows.length === 0 && !isLoading && !list.search.value.trim() && !list.failed.value;
  return (
    <Page
      title={t("help.title")}
      lead={t("help.lead")}
      actions={!isEmpty && manage}
      filters={
        !isEmpty && (
          <SearchBox
            label={t("help.searchLabel")}
            value={list.search.value}
            busy={list.loading.value && rows.length > 0}
            onChange={(typed) => (list.search.value = typed)}
          />
        )
      }
      counted={list.loading.value ? "" : t("help.counted", { count: list.count.value })}
    >
      {isLoading ? (
        <Loading />
      ) : rows.length === 0 ? (
        <div className="card-quiet">
          {isEmpty ? (
            <Empty
              icon={LifeBuoy}
              title={t("help.emptyTitle")}
              text={t(can("helps.write") ? "help.emptyText" : "help.emptyTextUser")}
              action={<Ways manage={manage} />}
            />
          ) : (
            <NoRows
              listing={{ name: "helps", icon: LifeBuoy, write: "helps.write" }}
              list={list}
              create={null}
            />
          )}
        </div>
      ) : (
        <ul aria-label={t("help.title")} className={grid}>
          {rows.map((help) => (
            <li key={help.id}>
              <HelpCard help={help} onOpen={() => setOpen(help)} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} />
      {open && <HelpPlayer help={open} onClose={() => setOpen(null)} />}
    </Page>
  );
}

/** Help that exists also without a video. */
function Ways({ manage }: { manage: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap justify-center gap-2">
      <button type="button" className="btn" onClick={() => (isKeysHelpOpen.value = true)}>
        <Keyboard size={16} aria-hidden />
        {t("tickets.keys.title")}
      </button>
      {can("box.write") && (
        <Link href="/guide" className="btn">
          <Footprints size={16} aria-hidden />
          {t("help.guide")}
        </Link>
      )}
      {manage}
    </div>
  );
}

const grid = "grid grid-cols-1 gap-4 phone:grid-cols-2 lg:grid-cols-3";

function HelpCard({ help: { title, description }, onOpen }: { help: Help; onOpen: () => void }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onOpen}
      className="card-quiet group hover:border-primary/60 flex h-full w-full cursor-pointer flex-col overflow-hidden text-left transition-colors"
    >
      <span
        aria-hidden
        className="bg-base-200 border-line text-primary grid aspect-video w-full shrink-0 place-items-center border-b"
      >
        <CirclePlay
          size={44}
          strokeWidth={1.4}
          className="transition-transform group-hover:scale-110"
        />
      </span>
      <span className="min-w-0 px-4 py-3">
        <span className="block font-semibold break-words">{title}</span>
        {description && (
          <span className="text-muted text-small mt-0.5 line-clamp-3 break-words">
            {description}
          </span>
        )}
      </span>
    </button>
  );
}

const Loading = () => (
  <Delayed>
    <div className={grid}>
      {[1, 2, 3].map((key) => (
        <Skeleton key={key} className="aspect-video w-full" />
      ))}
    </div>
  </Delayed>
);
