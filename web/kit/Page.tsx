import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useTitle } from "./title.ts";

const widths = { narrow: "max-w-176", medium: "max-w-4xl", wide: "", full: "" };

type Props = {
  /** The heading and the browser tab's title. */
  title: string;
  lead?: ReactNode;
  /** A few words beside the title. */
  beside?: ReactNode;
  /** The parent page. */
  parent?: { href: string; label: string };
  /** The page's actions, the main one last. */
  actions?: ReactNode;
  /** The filters, or tabs. */
  filters?: ReactNode;
  /** The number of rows with their name, such as "3 tags"; empty until the server has sent it. */
  counted?: string;
  /** "full" takes the whole window, for tables with many columns. */
  width?: keyof typeof widths;
  /** Fills the window's height; its content scrolls by itself. */
  fill?: boolean;
  children: ReactNode;
};

/**
 * The frame of all pages: title, lead, actions, filters and count have the same places everywhere.
 */
export function Page({
  title,
  lead,
  beside,
  parent,
  actions,
  filters,
  counted,
  width = "wide",
  fill = false,
  children,
}: Props) {
  useTitle(title);
  return (
    <div
      data-page
      className={`mx-auto flex w-full flex-col ${width === "full" ? "" : "max-w-6xl"} px-4 pt-2 phone:px-6 ${fill ? "h-full min-h-0" : "pb-8"}`}
    >
      <div className={`w-full shrink-0 ${widths[width]}`}>
        <header>
          <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
            <div
              className={`flex max-w-full min-w-0 flex-auto items-center gap-1.5 ${parent ? "" : "max-phone:basis-32"}`}
            >
              {parent && (
                <Link
                  href={parent.href}
                  className="text-muted hover:text-base-content -ml-1.5 inline-flex min-h-6 min-w-6 shrink-0 items-center gap-0.5 rounded-md pr-1"
                >
                  <ChevronLeft size={18} aria-hidden />
                  <span className="max-phone:sr-only">{parent.label}</span>
                </Link>
              )}
              <h1
                tabIndex={-1}
                className={`text-title min-w-0 font-semibold wrap-anywhere outline-none ${parent ? "truncate phone:before:text-muted phone:before:mr-1.5 phone:before:font-normal phone:before:content-['/'_/_'']" : ""}`}
              >
                {title}
              </h1>
              {beside && <p className="text-muted ml-1.5">{beside}</p>}
            </div>
            {actions && (
              <div className="flex max-w-full shrink-0 flex-wrap items-center gap-2">{actions}</div>
            )}
          </div>
          {lead && <div className="text-muted max-phone:mt-1">{lead}</div>}
        </header>
        {(filters || counted !== undefined) && (
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            {filters}
            {counted !== undefined && (
              <p role="status" className="text-muted text-small tabular ml-auto shrink-0">
                {counted}
              </p>
            )}
          </div>
        )}
      </div>
      <div className={`mt-4 w-full ${widths[width]} ${fill ? "min-h-0 flex-1" : ""}`}>
        {children}
      </div>
    </div>
  );
}
