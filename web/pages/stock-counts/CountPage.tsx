import { useEffect, useState } from "react";
import { useLocation, useParams } from "wouter";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { live } from "../../session/live.ts";
import { CountView } from "./CountView.tsx";
import type { CountLine, CountRow, FullCount } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

/** One count: while it is open its products are counted here. rules.md#stock-counts */
export function CountPage() {
  const id = Number(useParams().countId);
  const { t } = useTranslation();
  const { count, failed, read, set } = useCount(id);
  if (count) return <CountView count={count} onLine={(line) => set(withLine(count, line))} />;
  return (
    <Page
      title={t("stockCounts.one")}
      parent={{ href: "/stock-counts", label: t("stockCounts.title") }}
    >
      <div className="card-quiet p-4">
        {failed ? (
          <LoadError title={t("stockCounts.failed")} error={failed} onRetry={read} />
        ) : (
          <Delayed>
            <Skeleton className="h-40 w-full" />
          </Delayed>
        )}
      </div>
    </Page>
  );
}

function useCount(id: number) {
  const [, go] = useLocation();
  const [count, setCount] = useState<FullCount | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () =>
    void api.get<FullCount>(`/stock-counts/${id}`).then(
      (answer) => {
        setCount(answer);
        setFailed(null);
      },
      (error) => setFailed(error),
    );
  useEffect(() => {
    setCount(null);
    read();
    const closers = [
      live.on("stockCount", ({ action, stockCount, line, stockCountId }) => {
        const row = stockCount as CountRow | undefined;
        if (action === "delete" && stockCountId === id) return go("/stock-counts");
        if (row?.id !== id) return;
        // The end of a count gives each line its difference.
        if (!line) return read();
        setCount((now) => now && { ...withLine(now, line as CountLine), ...row });
      }),
      live.onReset(read),
    ];
    return () => closers.forEach((close) => close());
  }, [id]);
  return { count, failed, read, set: setCount };
}

const withLine = (count: FullCount, line: CountLine): FullCount => ({
  ...count,
  lines: count.lines.some(({ productId }) => productId === line.productId)
    ? count.lines.map((one) => (one.productId === line.productId ? line : one))
    : [...count.lines, line],
});
