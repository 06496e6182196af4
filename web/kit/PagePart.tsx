import type { ComponentProps } from "react";
import type { Page } from "./Page.tsx";

/**
 * The content of one tab of a page: the page frame without heading and lead, which the page has.
 */
export function PagePart({
  title,
  actions,
  filters,
  counted,
  children,
}: ComponentProps<typeof Page>) {
  return (
    <section aria-label={title}>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        {filters}
        <div className="ml-auto flex max-w-full shrink-0 flex-wrap items-center gap-x-3 gap-y-2">
          <p role="status" className="text-muted text-small tabular">
            {counted}
          </p>
          {actions}
        </div>
      </div>
      {children}
    </section>
  );
}
