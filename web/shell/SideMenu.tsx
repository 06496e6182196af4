import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, PanelLeftClose, PanelLeftOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { IconButton } from "../kit/IconButton.tsx";
import { Logo } from "../kit/Logo.tsx";
import { Tooltip } from "../kit/Tooltip.tsx";
import type { MenuGroup } from "../screens.ts";
import { homePath } from "../session.ts";
import { AlertBadge } from "./AlertBadge.tsx";
import { fold, folded } from "./folded.ts";
import { groupedEntries, isAt, type MenuEntry } from "./menu.ts";
import { Tools } from "./Tools.tsx";

/** 240 px with names beside the icons, or a rail of 72 px with names below them: on every page the same. */
export function SideMenu({ rail, onToggle }: { rail: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const label = t(rail ? "menu.expand" : "menu.collapse");
  const Icon = rail ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside className={`bg-base-100 border-line flex shrink-0 flex-col border-r transition-[width] duration-150 ${rail ? "w-18" : "w-60"}`}>
      <div className={`flex shrink-0 items-center ${rail ? "flex-col pt-2.5 pb-1" : "h-14 justify-between pr-3 pl-4"}`}>
        <Link href={homePath()} className="flex items-center gap-2.5" aria-label="Balcão">
          <Logo size={rail ? 28 : 32} />
          {!rail && <span className="text-title font-semibold tracking-tight">Balcão</span>}
        </Link>
        <IconButton label={label} icon={Icon} side="right" aria-expanded={!rail} className={`text-muted ${rail ? "btn-xs! mt-1 w-14" : ""}`} onClick={onToggle} />
      </div>
      <MenuList rail={rail} />
      <Tools rail={rail} />
    </aside>
  );
}

export function MenuList({ rail = false }: { rail?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const groups = groupedEntries();
  return (
    <nav aria-label={t("menu.label")} className={`flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto ${rail ? "gap-1 [scrollbar-width:none]" : "gap-3 px-3 py-1"}`}>
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
    <button
      type="button"
      aria-expanded={open}
      aria-disabled={here || undefined}
      aria-label={rail ? name : undefined}
      className={`text-muted hover:text-base-content text-small flex w-full shrink-0 items-center gap-1.5 font-medium -outline-offset-2 ${rail ? "border-line h-6 justify-center border-t" : "h-7 rounded-lg px-2.5"}`}
      onClick={() => !here && fold(group, open)}
    >
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
        <li key={entry.href}>
          <MenuLink entry={entry} rail={rail} here={isAt(path, entry)} />
        </li>
      ))}
    </ul>
  );
}

function MenuLink({ entry: { href, label, short = label, icon: Icon, alert }, rail, here }: { entry: MenuEntry; rail: boolean; here: boolean }) {
  const { t } = useTranslation();
  const shown = t(rail ? short : label);
  // What one hears holds the words that one sees, for who speaks to the browser.
  const whole = ` ${t(label)} `.toLowerCase().includes(` ${shown} `.toLowerCase()) ? t(label) : shown;
  const colors = here ? `bg-primary/12 text-primary ${rail ? "" : "font-semibold"}` : "text-base-content hover:bg-hover";
  const layout = rail ? "mx-0.5 h-10 flex-col justify-center gap-0.5 text-[0.6875rem] leading-3" : "h-9 gap-3 px-2.5";
  return (
    <Link href={href} aria-current={here ? "page" : undefined} aria-label={whole === shown ? undefined : whole} title={shown === t(label) ? undefined : t(label)} className={`relative flex items-center rounded-lg transition-colors duration-120 ${layout} ${colors}`}>
      <Icon size={20} strokeWidth={here ? 2.2 : 1.8} aria-hidden className={`shrink-0 ${here ? "" : "text-muted"}`} />
      <span className={rail ? "max-w-full truncate tracking-[-0.04em]" : "min-w-0 flex-1 truncate"}>{shown}</span>
      {alert && <AlertBadge text={t(alert)} className={rail ? "absolute top-0 right-2" : ""} />}
    </Link>
  );
}
