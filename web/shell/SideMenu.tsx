import { useSignals } from "@preact/signals-react/runtime";
import { ChevronDown, PanelLeftClose, PanelLeftOpen, Pin } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link, useLocation } from "wouter";
import { CountBadge, cornerBadge } from "../kit/CountBadge.tsx";
import { BoxName } from "../kit/BoxName.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { Menu, type MenuItem } from "../kit/Menu.tsx";
import { useTranslation } from "../kit/text.ts";
import type { MenuGroup } from "../screen.ts";
import { AlertBadge } from "./AlertBadge.tsx";
import { fold, folded } from "./folded.ts";
import { Mark } from "./Mark.tsx";
import { groupedEntries, isAt, type MenuEntry } from "./menu.ts";
import { Tools } from "./Tools.tsx";

/**
 * The side menu: 240 px with names beside the icons, or a rail of 72 px with names below them. The
 * choice applies to all pages.
 */
export function SideMenu({ rail, onToggle }: { rail: boolean; onToggle: () => void }) {
  const { t } = useTranslation();
  const label = t(rail ? "menu.expand" : "menu.collapse");
  const Icon = rail ? PanelLeftOpen : PanelLeftClose;
  return (
    <aside
      className={`bg-base-100 border-line flex shrink-0 flex-col border-r transition-[width] duration-150 ${rail ? "w-18" : "w-60"}`}
    >
      <div
        className={`flex shrink-0 items-center ${rail ? "flex-col pt-2.5 pb-1" : "h-14 justify-between pr-3 pl-4"}`}
      >
        <Link href="/" className="flex items-center gap-2.5" aria-label="Balcão">
          <Mark size={rail ? 28 : 32} />
          {!rail && (
            <span className="text-title font-semibold tracking-tight">
              <BoxName />
            </span>
          )}
        </Link>
        <IconButton
          label={label}
          icon={Icon}
          side="right"
          aria-expanded={!rail}
          className={`text-muted ${rail ? "btn-xs! mt-1 w-14" : ""}`}
          onClick={onToggle}
        />
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
    <nav
      aria-label={t("menu.label")}
      className={`scroll-shades flex min-h-0 flex-1 flex-col overflow-x-hidden overflow-y-auto ${rail ? "gap-1 [scrollbar-width:none]" : "gap-1.5 px-3 py-1"}`}
    >
      {groups.map(({ group, entries }) =>
        groups.length > 1 ? (
          <Group key={group} group={group} entries={entries} rail={rail} />
        ) : (
          <Entries key={group} entries={entries} rail={rail} />
        ),
      )}
    </nav>
  );
}

/**
 * A group that folds. Folded, it still shows the current page. In the rail its entries open beside
 * it.
 */
function Group({
  group,
  entries,
  rail,
}: {
  group: MenuGroup;
  entries: MenuEntry[];
  rail: boolean;
}) {
  useSignals();
  const { t } = useTranslation();
  const [path] = useLocation();
  const isFolded = folded.value.includes(group);
  const visible = isFolded ? entries.filter((entry) => isAt(path, entry)) : entries;
  const name = t(`menu.groups.${group}`);
  const short = t(`menu.groupsShort.${group}`);
  const alert = entries.find((entry) => entry.alert && !visible.includes(entry))?.alert;
  const className = `text-muted hover:text-base-content flex w-full shrink-0 cursor-pointer items-center font-medium -outline-offset-2 ${rail ? "border-line h-7 short:h-6 justify-center gap-0.5 border-t text-[0.6875rem]" : "text-small h-7 gap-1.5 rounded-lg px-2.5"}`;
  const head = (
    <>
      <span className={rail ? "truncate tracking-[-0.04em]" : "min-w-0 flex-1 truncate text-left"}>
        {rail ? short : name}
      </span>
      {alert && <AlertBadge text={t(alert)} />}
      <ChevronDown
        size={rail ? 12 : 16}
        aria-hidden
        className={`shrink-0 transition-transform duration-150 ${isFolded ? "-rotate-90" : ""}`}
      />
    </>
  );
  const items = (): MenuItem[] => [
    ...entries.map(({ href, icon, label, alert: wants }) => ({
      href,
      icon,
      label: wants ? `${label} · ${t(wants)}` : label,
    })),
    { label: t("menu.keepOpen"), icon: Pin, parted: true, onSelect: () => fold(group, false) },
  ];
  return (
    <div role="group" aria-label={name} className="flex flex-col gap-0.5">
      {rail && isFolded ? (
        <Menu
          label={alert ? `${short} ${t(alert)}` : short}
          header={<p className="font-semibold">{name}</p>}
          items={items}
          align="beside"
          tip={false}
          className={className}
        >
          {head}
        </Menu>
      ) : (
        <button
          type="button"
          aria-expanded={!isFolded}
          title={rail ? name : undefined}
          className={className}
          onClick={() => fold(group, !isFolded)}
        >
          {head}
        </button>
      )}
      {visible.length > 0 && <Entries entries={visible} rail={rail} />}
    </div>
  );
}

function Entries({ entries, rail }: { entries: MenuEntry[]; rail: boolean }) {
  const [path] = useLocation();
  return (
    <ul className="flex flex-col gap-0.5 short:gap-px">
      {entries.map((entry) => (
        <li key={entry.href}>
          <MenuLink entry={entry} rail={rail} here={isAt(path, entry)} />
        </li>
      ))}
    </ul>
  );
}

function MenuLink({
  entry: { href, label, short, icon: Icon, alert, count, counts, isCountedWide },
  rail,
  here,
}: {
  entry: MenuEntry;
  rail: boolean;
  here: boolean;
}) {
  const { t } = useTranslation();
  const text = rail ? short : label;
  // The accessible name contains the visible one, so speech control finds it.
  const whole = ` ${label} `.toLowerCase().includes(` ${text} `.toLowerCase()) ? label : text;
  const counted = isCountedWide && count > 0 ? t(counts, { count }) : undefined;
  const ariaLabel = [whole, alert && t(alert), counted]
    .filter((part) => part !== undefined)
    .join(", ");
  const colors = here
    ? `bg-primary/12 text-primary ${rail ? "" : "font-semibold"}`
    : "text-base-content hover:bg-hover";
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (here) ref.current?.scrollIntoView({ block: "nearest" });
  }, [here]);
  const layout = rail
    ? "mx-0.5 h-9.5 short:h-9 flex-col justify-center gap-0.5 text-[0.6875rem] leading-3"
    : "h-9 gap-3 px-2.5";
  return (
    <Link
      ref={ref}
      href={href}
      aria-current={here ? "page" : undefined}
      aria-label={ariaLabel === text ? undefined : ariaLabel}
      title={text === label ? undefined : label}
      className={`relative flex items-center rounded-lg transition-colors duration-120 ${layout} ${colors}`}
    >
      <Icon
        size={20}
        strokeWidth={here ? 2.2 : 1.8}
        aria-hidden
        className={`shrink-0 ${here ? "" : "text-muted"}`}
      />
      <span
        className={
          rail ? "-mx-1 max-w-17.5 truncate tracking-[-0.05em]" : "min-w-0 flex-1 truncate"
        }
      >
        {text}
      </span>
      {alert && <AlertBadge text={t(alert)} className={rail ? "absolute top-0 right-2" : ""} />}
      {counted && (
        <CountBadge count={count} className={rail ? `${cornerBadge} top-0 right-2` : undefined} />
      )}
    </Link>
  );
}
