import { useEffect, useRef } from "react";
import { useTranslation } from "../kit/text.ts";

type Props = { state: "loading" | "ready" | "failed"; hasMore: boolean; more: () => void };

/** Loads the next page when it scrolls into view; after a failure, on a button. */
export function NextPage({ state, hasMore, more }: Props) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const mark = end.current;
    if (!mark || state !== "ready") return;
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && more(), {
      root: mark.closest("[data-scrolls]"),
      rootMargin: "100px",
    });
    watch.observe(mark);
    return () => watch.disconnect();
  });

  if (state === "failed") return <LoadFailed retry={more} />;
  if (!hasMore) return null;
  return (
    <div ref={end} className="text-muted text-small py-2 text-center">
      {t("common.loadingMore")}
    </div>
  );
}

/** Shows that a part of the panel could not be loaded. */
export function LoadFailed({ text, retry }: { text?: string; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="flex items-center justify-between gap-2 py-1">
      <p className="text-error text-small min-w-0">{text ?? t("common.listFailed")}</p>
      <button type="button" className="btn btn-xs shrink-0" onClick={retry}>
        {t("common.retry")}
      </button>
    </div>
  );
}
