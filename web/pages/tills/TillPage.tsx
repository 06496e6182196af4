import { useEffect, useState } from "react";
import { useParams } from "wouter";
import { Page } from "../../kit/Page.tsx";
import { api } from "../../kit/api.ts";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { live } from "../../session/live.ts";
import { CloseTill } from "./CloseTill.tsx";
import { ClosedTill } from "./ClosedTill.tsx";
import type { FullTill } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

/** One till: while it is open it is counted here, afterwards it shows its report. */
export function TillPage() {
  const id = Number(useParams().tillId);
  const { t } = useTranslation();
  const { till, failed, read, set } = useTill(id);
  if (till)
    return till.closedAt ? <ClosedTill till={till} /> : <CloseTill till={till} onChange={set} />;
  return (
    <Page title={t("tills.title")} parent={{ href: "/tills", label: t("tills.title") }}>
      <div className="card-quiet p-4">
        {failed ? (
          <LoadError title={t("tills.failed")} error={failed} onRetry={read} />
        ) : (
          <Delayed>
            <Skeleton className="h-40 w-full" />
          </Delayed>
        )}
      </div>
    </Page>
  );
}

function useTill(id: number) {
  const [till, setTill] = useState<FullTill | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const read = () =>
    void api.get<FullTill>(`/tills/${id}`).then(
      (answer) => {
        setTill(answer);
        setFailed(null);
      },
      (error) => setFailed(error),
    );
  useEffect(() => {
    setTill(null);
    read();
    const closers = [
      live.on("till", ({ till: changed }) => {
        const row = changed as FullTill | undefined;
        if (row?.id === id) setTill(row);
      }),
      // Money of this till comes with orders.
      live.on("order", read),
      live.onReset(read),
    ];
    return () => closers.forEach((close) => close());
  }, [id]);
  return { till, failed, read, set: setTill };
}
