import { useSignals } from "@preact/signals-react/runtime";
import { CalendarClock, LogOut, Menu as MenuIcon, UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Avatar } from "../kit/Avatar.tsx";
import { IconButton } from "../kit/IconButton.tsx";
import { Menu } from "../kit/Menu.tsx";
import { date } from "../kit/text.ts";
import { daysLeft, me, signOut } from "../session.ts";
import { Bell } from "./Bell.tsx";
import { LanguageMenu, ThemeMenu } from "./PreferenceMenus.tsx";
import { AnnouncementsMenu } from "./AnnouncementsMenu.tsx";
import { PaletteButton } from "./PaletteButton.tsx";
import { Sound } from "./Sound.tsx";

/** Greets, names the company, tells admins until when it is paid for. doc 1 §1 */
export function TopBar({ onMenu }: { onMenu?: () => void }) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const user = me.value;
  if (!user) return null;
  return (
    <header className="bg-base-100 border-line flex h-14 shrink-0 items-center gap-2 border-b px-3 phone:px-5">
      {onMenu && <IconButton label={t("menu.open")} icon={MenuIcon} onClick={onMenu} />}
      <p className="text-small phone:text-body line-clamp-2 min-w-0 flex-1 font-medium phone:line-clamp-1">
        {t("menu.greeting", { name: user.name })} <span className="text-muted font-normal">· {user.company.name}</span>
      </p>
      <DueDate className="mr-2 hidden md:flex" />
      <PaletteButton />
      <span className="flex items-center">
        <AnnouncementsMenu />
        <Sound />
        <Bell />
      </span>
      <span className="hidden items-center gap-1 phone:flex">
        <LanguageMenu />
        <ThemeMenu />
      </span>
      <Menu
        label={t("menu.account")}
        className="btn btn-ghost btn-square rounded-full"
        items={[{ label: t("menu.profile"), icon: UserRound, onSelect: () => go("/profile") }, { label: t("menu.signOut"), icon: LogOut, onSelect: () => void signOut() }]}
        header={
          <>
            <p className="truncate font-semibold">{user.name}</p>
            <p className="text-muted text-small truncate">{user.email}</p>
            <p className="text-muted text-small">{t(`menu.${user.profile}`)}</p>
            <DueDate className="mt-1.5 flex md:hidden" />
          </>
        }
      >
        <Avatar name={user.name} size={32} />
      </Menu>
    </header>
  );
}

function DueDate({ className }: { className: string }) {
  useSignals();
  const { t } = useTranslation();
  const due = me.value?.company.dueDate;
  if (!due || me.value?.profile !== "admin") return null;
  const soon = (daysLeft.value ?? 99) < 5;
  return (
    <p className={`text-small tabular items-center gap-1.5 whitespace-nowrap ${soon ? "text-waiting font-medium" : "text-muted"} ${className}`}>
      <CalendarClock size={16} aria-hidden />
      {t("menu.dueDate", { date: date(due) })}
    </p>
  );
}
