import { useSignals } from "@preact/signals-react/runtime";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { useTranslation } from "../../kit/text.ts";
import { type GroupName, visibleGroups } from "./groups.ts";

/** The list of all groups beside the content of one. A phone has only the content. */
export function GroupFrame({ current, children }: { current: GroupName; children: ReactNode }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label={t("settings.title")} className="sticky top-4 max-lg:hidden">
        <ul className="flex flex-col">
          {visibleGroups().map(({ name, icon: Icon }) => (
            <li key={name}>
              <Link
                href={`/settings/${name}`}
                aria-current={name === current ? "page" : undefined}
                className={`flex h-9 items-center gap-2.5 rounded-lg px-2.5 -outline-offset-2 ${name === current ? "bg-primary/12 text-primary font-semibold" : "text-muted hover:bg-hover"}`}
              >
                <Icon size={18} aria-hidden className="shrink-0" />
                <span className="truncate">{t(`settings.sections.${name}`)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
