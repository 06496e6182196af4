import type { ComponentProps } from "react";
import type { Page } from "./Page.tsx";
import { useTranslation } from "./text.ts";

/** What stands under one tab of a page: the page's frame without its heading. */
export function PagePart({ title, lead, actions, filters, count, children }: ComponentProps<typeof Page>) {
  const { t } = useTranslation();
  return (
    <section aria-label={title}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <div className="text-muted min-w-0 flex-1 basis-60">{lead}</div>
        {actions && <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <div className="mt-3 mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        {filters}
        <p role="status" className="text-muted text-small tabular ml-auto shrink-0">
          {count ? t("common.records", { count }) : ""}
        </p>
      </div>
      {children}
    </section>
  );
}
