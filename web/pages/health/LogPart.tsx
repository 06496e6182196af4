import { CircleAlert, CircleX, Download, Info, type LucideIcon, ScrollText } from "lucide-react";
import { useCallback, useEffect, useId, useRef, useState } from "react";
import { api } from "../../kit/api.ts";
import { download } from "../../kit/download.ts";
import { Empty } from "../../kit/Empty.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { type Line, sentenceOf } from "./log-line.ts";

type Page = { lines: Line[]; hasMore: boolean };

const levels = ["info", "warn", "error"] as const;
type Filter = { level: (typeof levels)[number]; search: string };

/** The box's log, newest first, and the bundle for the support. */
export function LogPart() {
  const [filter, setFilter] = useState<Filter>({ level: "warn", search: "" });
  const [page, setPage] = useState<Page>();
  const [failed, setFailed] = useState<unknown>();
  const round = useRef(0);
  const read = useCallback(
    (older?: Page) => {
      const mine = (round.current += 1);
      const query = {
        level: filter.level,
        search: filter.search || undefined,
        before: older?.lines.at(-1)?.at,
      };
      void api.get<Page>("/health/log", query).then(
        ({ lines, hasMore }) => {
          if (mine !== round.current) return;
          setFailed(undefined);
          setPage({ lines: [...(older?.lines ?? []), ...lines], hasMore });
        },
        (thrown: unknown) => mine === round.current && setFailed(thrown),
      );
    },
    [filter],
  );
  useEffect(() => read(), [read]);
  return (
    <LogView
      page={page}
      failed={failed}
      filter={filter}
      onFilter={setFilter}
      onAgain={() => read()}
      onMore={() => read(page)}
    />
  );
}

type Props = {
  page?: Page;
  failed?: unknown;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  onAgain: () => void;
  onMore: () => void;
};

export function LogView({ page, failed, filter, onFilter, onAgain, onMore }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Filters filter={filter} onFilter={onFilter} />
      {failed ? (
        <LoadError error={failed} onRetry={onAgain} />
      ) : !page ? (
        <Delayed>
          <Skeleton className="h-64 w-full" />
        </Delayed>
      ) : page.lines.length === 0 ? (
        <div className="card-quiet">
          <Empty icon={ScrollText} title={t("health.log.empty")} />
        </div>
      ) : (
        <ol className="card-quiet divide-line divide-y">
          {page.lines.map((line, index) => (
            <LineRow key={index} line={line} />
          ))}
        </ol>
      )}
      {page?.hasMore && (
        <p className="mt-4 text-center">
          <button type="button" className="btn" onClick={onMore}>
            {t("health.log.more")}
          </button>
        </p>
      )}
    </>
  );
}

function Filters({ filter, onFilter }: Pick<Props, "filter" | "onFilter">) {
  const { t } = useTranslation();
  const [search, level] = [useId(), useId()];
  return (
    <div role="search" className="mb-3 flex flex-wrap items-end gap-3">
      <div className="min-w-40 flex-1">
        <label htmlFor={search} className="text-muted text-small">
          {t("health.log.search")}
        </label>
        <input
          id={search}
          className="input w-full"
          autoComplete="off"
          value={filter.search}
          onChange={({ target }) => onFilter({ ...filter, search: target.value })}
        />
      </div>
      <div>
        <label htmlFor={level} className="text-muted text-small">
          {t("health.log.show")}
        </label>
        <select
          id={level}
          className="select"
          value={filter.level}
          onChange={({ target }) => onFilter({ ...filter, level: target.value as Filter["level"] })}
        >
          {levels.map((one) => (
            <option key={one} value={one}>
              {t(`health.log.levels.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <button
        type="button"
        className="btn"
        onClick={() => void download("/health/support").catch(toast.error)}
      >
        <Download size={18} aria-hidden />
        {t("health.log.bundle")}
      </button>
    </div>
  );
}

const looks: Record<string, { Icon: LucideIcon; color: string }> = {
  info: { Icon: Info, color: "text-muted" },
  warn: { Icon: CircleAlert, color: "text-waiting" },
  error: { Icon: CircleX, color: "text-error" },
};

function LineRow({ line }: { line: Line }) {
  const { t } = useTranslation();
  const { at, level, event, company, ...more } = line;
  const { Icon, color } = looks[level] ?? looks.info!;
  const details = Object.entries({ event, ...more });
  return (
    <li className="flex gap-3 px-4 py-2.5">
      <Icon size={20} aria-hidden className={`mt-0.5 shrink-0 ${color}`} />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{sentenceOf(t, line)}</p>
        <p className="text-muted text-small flex flex-wrap gap-x-2">
          <span className={color}>{t(`health.log.level.${level in looks ? level : "info"}`)}</span>
          <time dateTime={at} className="tabular">
            {dateTime(at)}
          </time>
          {typeof company === "number" && <span>{t("health.log.company", { id: company })}</span>}
        </p>
        <details className="text-small mt-0.5">
          <summary className="text-muted w-fit cursor-pointer">{t("health.log.details")}</summary>
          <p className="mt-1 font-mono wrap-anywhere">
            {details
              .map(
                ([name, value]) =>
                  `${name}=${typeof value === "object" ? JSON.stringify(value) : String(value)}`,
              )
              .join(" ")}
          </p>
        </details>
      </div>
    </li>
  );
}
