import { withDueDate } from "../../src/shared/due-date.ts";
import { useSignals } from "@preact/signals-react/runtime";
import { CalendarClock, LogOut, UserRound } from "lucide-react";
import { useLocation } from "wouter";
import { Avatar } from "../kit/Avatar.tsx";
import { Menu } from "../kit/Menu.tsx";
import { date, useTranslation } from "../kit/text.ts";
import { daysLeft, me } from "../session/session.ts";
import { languageItems, themeItems } from "./PreferenceMenus.tsx";

/**
 * The account menu: greeting, company, paid-until date for admins, theme, language and sign-out.
 */
export function Account({ rail = false }: { rail?: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const [, go] = useLocation();
  const user = me.value;
  if (!user) return null;
  return (
    <>
      <Menu
        label={t("menu.account")}
        align="start"
        className="btn btn-ghost btn-square btn-sm rounded-full"
        items={() => [
          { label: t("menu.profile"), icon: UserRound, onSelect: () => go("/profile") },
          ...themeItems(),
          ...languageItems(),
          { label: t("menu.signOut"), icon: LogOut, onSelect: () => void leave(), parted: true },
        ]}
        header={
          <>
            <p className="truncate font-semibold">
              {t("menu.greeting", { name: user.name })}{" "}
              <span className="text-muted font-normal">· {user.company.name}</span>
            </p>
            <p className="text-muted text-small truncate">
              {user.email} · {t(`menu.${user.profile}`)}
            </p>
            <DueDate />
          </>
        }
      >
        <Avatar name={user.name} size={28} />
      </Menu>
      {!rail && (
        <p className="min-w-0 flex-1 pl-1 leading-tight">
          <span className="line-clamp-2 font-medium break-words">{user.name}</span>
          <span className="text-muted line-clamp-2 text-xs break-words">{user.company.name}</span>
        </p>
      )}
    </>
  );
}

const leave = async () => (await import("./sign-out/sign-out.ts")).requestSignOut();

function DueDate() {
  useSignals();
  const { t } = useTranslation();
  const due = me.value && withDueDate<{ dueDate: string | null }>(me.value.company).dueDate;
  if (!due || me.value?.profile !== "admin") return null;
  const soon = (daysLeft.value ?? 99) < 5;
  return (
    <p
      className={`text-small tabular mt-1 flex items-center gap-1.5 ${soon ? "text-waiting font-medium" : "text-muted"}`}
    >
      <CalendarClock size={16} aria-hidden />
      {t("menu.dueDate", { date: date(due) })}
    </p>
  );
}
