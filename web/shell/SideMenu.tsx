import { useSignals } from "@preact/signals-react/runtime";
import { PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { Logo } from "../kit/Logo.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import { homePath } from "../session.ts";
import { AlertBadge } from "./AlertBadge.tsx";
import { isCurrent, type MenuEntry, menuEntries } from "./menu-entries.ts";

/** 240 px with names, or a rail of 64 px. */
export function SideMenu({ rail, onToggle }: { rail: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const label = t(rail ? "menu.expand" : "menu.collapse");
  const Icon = rail ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside className={`bg-base-100 border-line flex shrink-0 flex-col border-r transition-[width] duration-150 ${rail ? "w-16" : "w-60"}`}>
      <Link href={homePath()} className="flex h-14 shrink-0 items-center gap-2.5 px-4" aria-label="Balcão">
        <Logo size={32} />
        {!rail && <span className="text-title font-semibold tracking-tight">Balcão</span>}
      </Link>
      <MenuEntries rail={rail} />
      <div className="mt-auto p-3">
        <Tooltip text={label} side="right">
          <button type="button" aria-label={label} aria-expanded={!rail} className="btn btn-ghost btn-square text-muted" onClick={onToggle}>
            <Icon size={18} aria-hidden />
          </button>
        </Tooltip>
      </div>
    </aside>
  );
}

export function MenuEntries({ rail = false }: { rail?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const [path] = useLocation();
  const all = menuEntries.value;
  const plain = all.filter(({ admin }) => !admin);
  const admin = all.filter((entry) => entry.admin);
  return (
    <nav aria-label={t("menu.label")} className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto px-3 py-1">
      <ul className="flex flex-col gap-0.5">
        {plain.map((entry) => (
          <MenuLink key={entry.href} entry={entry} rail={rail} here={isCurrent(path, entry)} />
        ))}
      </ul>
      {admin.length > 0 && (
        <>
          {rail ? <hr className="border-line mx-1 my-3" /> : <p className="text-muted text-small mt-5 mb-1.5 px-2.5 font-medium">{t("menu.administration")}</p>}
          <ul className="flex flex-col gap-0.5">
            {admin.map((entry) => (
              <MenuLink key={entry.href} entry={entry} rail={rail} here={isCurrent(path, entry)} />
            ))}
          </ul>
        </>
      )}
    </nav>
  );
}

function MenuLink({ entry: { href, label, icon: Icon, alert }, rail, here }: { entry: MenuEntry; rail: boolean; here: boolean }) {
  const { t } = useTranslation();
  const name = alert ? `${t(label)}: ${t(alert)}` : t(label);
  const colors = here ? "bg-primary/12 text-primary font-semibold" : "text-base-content hover:bg-hover";
  const link = (
    <Link
      href={href}
      aria-current={here ? "page" : undefined}
      aria-label={rail ? name : undefined}
      className={`relative flex h-10 items-center gap-3 rounded-lg px-2.5 transition-colors duration-120 ${colors} ${rail ? "w-10" : "w-full"}`}
    >
      <Icon size={20} strokeWidth={here ? 2.2 : 1.8} aria-hidden className={`shrink-0 ${here ? "" : "text-muted"}`} />
      {!rail && <span className="min-w-0 flex-1 truncate">{t(label)}</span>}
      {alert && <AlertBadge text={t(alert)} className={rail ? "absolute top-0.5 right-0.5" : ""} />}
    </Link>
  );
  return (
    <li>
      {rail ? (
        <Tooltip text={name} side="right">
          {link}
        </Tooltip>
      ) : (
        link
      )}
    </li>
  );
}
