import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { Logo } from "../kit/Logo.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import type { MenuGroup } from "../screens.ts";
import { homePath } from "../session.ts";
import { AlertBadge } from "./AlertBadge.tsx";
import { fold, folded } from "./folded.ts";
import { groupedEntries, isAt, type MenuEntry } from "./menu.ts";

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
      <MenuList rail={rail} />
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

export function MenuList({ rail = false }: { rail?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const groups = groupedEntries();
  return (
    <nav aria-label={t("menu.label")} className="flex min-h-0 flex-1 flex-col gap-3 overflow-x-hidden overflow-y-auto px-3 py-1">
      {groups.map(({ group, entries }) => (groups.length > 1 ? <Group key={group} group={group} entries={entries} rail={rail} /> : <Entries key={group} entries={entries} rail={rail} />))}
    </nav>
  );
}

/** A group that folds; the one of the page that is shown stays open. */
function Group({ group, entries, rail }: { group: MenuGroup; entries: MenuEntry[]; rail: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const [path] = useLocation();
  const here = entries.some((entry) => isAt(path, entry));
  const open = here || !folded.value.includes(group);
  const name = t(`menu.groups.${group}`);
  const alert = open ? undefined : entries.find((entry) => entry.alert)?.alert;
  const head = (
    <button type="button" aria-expanded={open} aria-disabled={here || undefined} aria-label={rail ? name : undefined} className={`text-muted hover:text-base-content text-small flex h-7 items-center gap-1.5 rounded-lg font-medium ${rail ? "w-10 justify-center" : "w-full px-2.5"}`} onClick={() => !here && fold(group, open)}>
      {!rail && <span className="min-w-0 flex-1 truncate text-left">{name}</span>}
      {alert && <AlertBadge text={t(alert)} />}
      <ChevronDown size={16} aria-hidden className={`shrink-0 transition-transform duration-150 ${open ? "" : "-rotate-90"} ${here ? "opacity-40" : ""}`} />
    </button>
  );
  return (
    <div role="group" aria-label={name} className="flex flex-col gap-0.5">
      {rail ? (
        <Tooltip text={name} side="right">
          {head}
        </Tooltip>
      ) : (
        head
      )}
      {open && <Entries entries={entries} rail={rail} />}
    </div>
  );
}

function Entries({ entries, rail }: { entries: MenuEntry[]; rail: boolean }) {
  const [path] = useLocation();
  return (
    <ul className="flex flex-col gap-0.5">
      {entries.map((entry) => (
        <MenuLink key={entry.href} entry={entry} rail={rail} here={isAt(path, entry)} />
      ))}
    </ul>
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
