import { useSignals } from "@preact/signals-react/runtime";
import { Ellipsis } from "lucide-react";
import { useEffect } from "react";
import { Link, useLocation } from "wouter";
import { CountBadge, cornerBadge } from "../kit/CountBadge.tsx";
import { useTranslation } from "../kit/text.ts";
import { AlertBadge } from "./AlertBadge.tsx";
import { isAt, menuEntries } from "./menu.ts";

const entriesShown = 3;

/** The bottom menu: the first entries; the drawer has the others. */
export function Dock({ onMore }: { onMore: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [path] = useLocation();
  const hidden = menuEntries.value.slice(entriesShown).find(({ alert }) => alert)?.alert;

  // Floating elements stay above the dock.
  useEffect(() => {
    document.body.dataset.docked = "";
    return () => void delete document.body.dataset.docked;
  }, []);

  const className =
    "relative flex min-w-0 flex-auto cursor-pointer flex-col items-center justify-center gap-0.5 text-xs -outline-offset-2";
  return (
    <nav
      data-dock
      aria-label={t("menu.label")}
      className="bg-base-100 border-line flex h-14 shrink-0 border-t pb-[env(safe-area-inset-bottom)] box-content"
    >
      {menuEntries.value.slice(0, entriesShown).map((entry) => {
        const here = isAt(path, entry);
        return (
          <Link
            key={entry.href}
            href={entry.href}
            aria-current={here ? "page" : undefined}
            className={`${className} ${here ? "text-primary font-semibold" : "text-muted"}`}
          >
            <entry.icon size={20} aria-hidden strokeWidth={here ? 2.2 : 1.8} />
            {entry.count > 0 && (
              <CountBadge
                count={entry.count}
                text={t(entry.counts, { count: entry.count })}
                className={`${cornerBadge} top-0.5 left-[calc(50%+4px)]`}
              />
            )}
            <span className="max-w-full truncate px-1">{entry.short}</span>
          </Link>
        );
      })}
      <button type="button" className={`${className} text-muted`} onClick={onMore}>
        <Ellipsis size={20} aria-hidden />
        <span>{t("menu.more")}</span>
        {hidden && <AlertBadge text={t(hidden)} className="absolute top-1 left-[calc(50%+6px)]" />}
      </button>
    </nav>
  );
}
