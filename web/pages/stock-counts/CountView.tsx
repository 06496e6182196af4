import { useSignals } from "@preact/signals-react/runtime";
import { Check, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { api } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { Facts } from "../../kit/Facts.tsx";
import { Page } from "../../kit/Page.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { CountSearch } from "./CountSearch.tsx";
import { CountTable } from "./CountTable.tsx";
import { countsOf, linesIn, parts, type Part, valueOf } from "./counted.ts";
import { Signed } from "./Signed.tsx";
import type { CountLine, FullCount } from "./types.ts";

type Props = { count: FullCount; onLine: (line: CountLine) => void };

/** A count: a search that takes scans, the products, and what differs. */
export function CountView({ count, onLine }: Props) {
  useSignals();
  const { t } = useTranslation();
  const { id, lines, closedAt } = count;
  const [part, setPart] = useState<Part>(closedAt ? "differing" : "all");
  const [typed, setTyped] = useState("");
  const [question, setQuestion] = useState<"close" | "discard" | null>(null);
  const table = useRef<HTMLTableElement>(null);
  const counts = countsOf(lines);
  const visible = linesIn(lines, part, typed);
  const focusOn = (productId: number) => {
    const input = table.current?.querySelector<HTMLInputElement>(`[data-amount="${productId}"]`);
    input?.focus();
    input?.select();
  };

  return (
    <Page
      title={count.category ?? t("stockCounts.all")}
      parent={{ href: "/stock-counts", label: t("stockCounts.title") }}
      lead={t("stockCounts.about", {
        store: count.store.name,
        name: count.user?.name ?? t("common.someone"),
        time: dateTime(count.createdAt),
      })}
      actions={!closedAt && <Actions isEmpty={counts.counted === 0} onAsk={setQuestion} />}
    >
      <CountFacts count={count} />
      <section className="card-quiet mt-4 p-4">
        <div className="mb-3 flex flex-wrap items-start gap-3">
          <div className="min-w-52 flex-1">
            <CountSearch
              count={count}
              first={visible[0]}
              text={typed}
              onText={setTyped}
              onLine={onLine}
              onChoose={focusOn}
            />
          </div>
          <div className="w-88 max-w-full">
            <Tabs
              label={t("stockCounts.parts")}
              variant="box"
              values={closedAt ? parts.filter((one) => one !== "missing" && one !== "all") : parts}
              value={part}
              text={(one) => t(`stockCounts.part.${one}`)}
              onChange={setPart}
            />
          </div>
        </div>
        <CountTable
          ref={table}
          countId={id}
          isOpen={!closedAt}
          lines={visible}
          onLine={onLine}
          onDone={() => {
            setTyped("");
            document.querySelector<HTMLElement>("[data-count-search]")?.focus();
          }}
        />
      </section>
      {question && <Question count={count} question={question} onClose={() => setQuestion(null)} />}
    </Page>
  );
}

type ActionsProps = { isEmpty: boolean; onAsk: (what: "close" | "discard") => void };

function Actions({ isEmpty, onAsk }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <button type="button" className="btn" onClick={() => onAsk("discard")}>
        <Trash2 size={18} aria-hidden />
        <span className="max-phone:sr-only">{t("stockCounts.discard")}</span>
      </button>
      <button
        type="button"
        className="btn btn-primary"
        disabled={isEmpty}
        onClick={() => onAsk("close")}
      >
        <Check size={18} aria-hidden />
        {t("stockCounts.close")}
      </button>
    </>
  );
}

function CountFacts({ count: { lines, closedAt, closedBy } }: { count: FullCount }) {
  const { t } = useTranslation();
  const counts = countsOf(lines);
  const value = valueOf(lines);
  return (
    <Facts
      cells={[
        {
          label: t("stockCounts.counted"),
          value: counts.counted,
          note: closedAt ? undefined : t("stockCounts.of", { count: lines.length }),
        },
        { label: t("stockCounts.differing"), value: counts.differing },
        {
          label: t("stockCounts.value"),
          value: <Signed cents={value} />,
          note: t("stockCounts.atCost"),
        },
        {
          label: t("stockCounts.state"),
          value: t(closedAt ? "stockCounts.isClosed" : "stockCounts.isOpen"),
          note: closedAt
            ? t("stockCounts.closedBy", {
                name: closedBy?.name ?? t("common.someone"),
                time: dateTime(closedAt),
              })
            : t("stockCounts.salesGoOn"),
        },
      ]}
    />
  );
}

type QuestionProps = { count: FullCount; question: "close" | "discard"; onClose: () => void };

function Question({ count: { id, lines }, question, onClose }: QuestionProps) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  const { differing, missing } = countsOf(lines);
  if (question === "discard")
    return (
      <Confirm
        title={t("stockCounts.discardTitle")}
        text={t("stockCounts.discardText")}
        action={t("stockCounts.discard")}
        onConfirm={async () => {
          await api.del(`/stock-counts/${id}`);
          go("/stock-counts");
        }}
        onClose={onClose}
      />
    );
  return (
    <Confirm
      title={t("stockCounts.closeTitle")}
      action={t("stockCounts.close")}
      danger={false}
      onConfirm={async () => {
        await api.post(`/stock-counts/${id}/close`);
        toast.success(t("stockCounts.closedNow"));
      }}
      onClose={onClose}
    >
      <p>
        {t("stockCounts.closeText", { count: differing })} <Signed cents={valueOf(lines)} />
      </p>
      {missing > 0 && (
        <p className="text-muted mt-2">{t("stockCounts.leftAlone", { count: missing })}</p>
      )}
    </Confirm>
  );
}
