import { useSignals } from "@preact/signals-react/runtime";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "../kit/text.ts";
import type { List } from "./list.ts";
import type { Row } from "./paged-list.ts";

/**
 * Shows the list's page number, and scrolls to the previous and next page. Further pages also load
 * on scrolling.
 */
export function Pager<R extends Row>({ list, size }: { list: List<R>; size: number }) {
  useSignals();
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  const [page, setPage] = useState(1);
  const targetPage = useRef<number | undefined>(undefined);
  const pages = Math.max(1, Math.ceil(list.count.value / size));
  const here = list.rows.value.length;
  const current = Math.min(page, pages);

  const rowAt = (index: number) =>
    bar.current?.parentElement?.querySelectorAll<HTMLElement>("tbody > tr, ul > li")[index];
  const scrollTo = (target: number) => {
    const row = rowAt((target - 1) * size);
    if (!row) return;
    // Keep the row below the table's sticky head.
    row.style.scrollMarginTop = "40px";
    row.scrollIntoView({
      block: "start",
      behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth",
    });
  };
  const arrive = () => {
    if (targetPage.current === undefined) return;
    scrollTo(targetPage.current);
    if (list.hasMore.peek() && list.rows.peek().length < (targetPage.current + 1) * size)
      return list.more();
    targetPage.current = undefined;
  };
  const go = (target: number) => {
    setPage(target);
    targetPage.current = target;
    arrive();
  };

  // Before the page has loaded completely, there may be too little below to scroll.
  useEffect(() => arrive(), [here]);

  useEffect(() => {
    const scroller = bar.current?.closest("main");
    if (!scroller) return;
    const follow = () => {
      const loaded = Math.ceil(here / size);
      const isAtEnd = scroller.scrollTop + scroller.clientHeight >= scroller.scrollHeight - 2;
      const top = scroller.getBoundingClientRect().top + scroller.clientHeight / 3;
      const starts = Array.from(
        { length: loaded },
        (_, index) => rowAt(index * size)?.getBoundingClientRect().top ?? Infinity,
      );
      setPage(isAtEnd ? loaded : Math.max(1, starts.filter((start) => start <= top).length));
    };
    scroller.addEventListener("scroll", follow, { passive: true });
    return () => scroller.removeEventListener("scroll", follow);
  }, [here, size, pages]);

  if (pages === 1) return null;
  return (
    <nav
      ref={bar}
      aria-label={t("common.pages")}
      className="bg-base-200/95 sticky bottom-0 z-10 flex items-center justify-center gap-3 py-2"
    >
      <button
        type="button"
        className="btn btn-sm"
        disabled={current <= 1}
        onClick={() => go(current - 1)}
      >
        <ChevronLeft size={16} aria-hidden />
        {t("common.previous")}
      </button>
      <p role="status" className="text-muted text-small tabular">
        {t("common.pageOf", { page: current, pages })}
      </p>
      <button
        type="button"
        className="btn btn-sm"
        disabled={current >= pages}
        onClick={() => go(current + 1)}
      >
        {t("common.next")}
        <ChevronRight size={16} aria-hidden />
      </button>
    </nav>
  );
}
