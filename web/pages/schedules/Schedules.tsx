import { useSignals } from "@preact/signals-react/runtime";
import { ChevronLeft, ChevronRight, Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation, useSearchParams } from "wouter";
import { api } from "../../kit/api.ts";
import { addDays } from "../../kit/days.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useChoices } from "../../forms/choices.ts";
import { users } from "../../lists/company-lists.ts";
import { SearchBox } from "../../lists/ListPage.tsx";
import { inWords } from "../../parts/schedules/moments.ts";
import { companyMoment, type Recipient, type Schedule } from "../../parts/schedules/schedule.ts";
import { ScheduleDialog } from "../../parts/schedules/ScheduleDialog.tsx";
import { can } from "../../session/can.ts";
import { me } from "../../session/session.ts";
import {
  day,
  failed,
  isLoading,
  load,
  ofUser,
  search,
  startCalendar,
  today,
  turn,
  view,
  views,
  weekOf,
  type Entry,
} from "./calendar.ts";
import { DayList } from "./DayList.tsx";
import { HoursView } from "./HoursView.tsx";
import { MonthView } from "./MonthView.tsx";
import "./texts.ts";

type Opened = { row?: Schedule; instant?: string; contact?: Recipient; at?: string };

/** Scheduled messages in a calendar. rules.md#schedules */
export function Schedules() {
  useSignals();
  const { t } = useTranslation();
  const [opened, setOpened] = useState<Opened | null>(null);
  useCalendar();
  useContactInAddress((contact) => setOpened({ contact }));

  const open = ({ schedule, instant }: Entry) => setOpened({ row: schedule, instant });
  const startAt = (at: string) => {
    if (can("schedules.write") && at >= today())
      setOpened({ at: at.length > 10 ? at : `${at}T${defaultTime(at)}` });
  };
  if (!day.value) return null;

  return (
    <Page
      title={t("schedule.title")}
      lead={t("schedule.lead")}
      actions={
        can("schedules.write") && (
          <button
            type="button"
            data-create
            className="btn btn-primary shrink-0"
            onClick={() => setOpened({})}
          >
            <Plus size={18} aria-hidden />
            {t("schedule.new")}
          </button>
        )
      }
      filters={<Toolbar />}
      fill={view.value !== "list"}
    >
      {failed.value ? (
        <LoadError error={failed.value} onRetry={() => void load()} />
      ) : (
        <CalendarView onOpen={open} onNew={startAt} />
      )}
      {opened && <ScheduleDialog {...opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function CalendarView({
  onOpen,
  onNew,
}: {
  onOpen: (entry: Entry) => void;
  onNew: (at: string) => void;
}) {
  useSignals();
  switch (view.value) {
    case "month":
      return <MonthView onOpen={onOpen} onNew={onNew} />;
    case "week":
      return <HoursView key="week" days={weekOf(day.value)} onOpen={onOpen} onNew={onNew} />;
    case "day":
      return <HoursView key="day" days={[day.value]} onOpen={onOpen} onNew={onNew} />;
    case "list":
      return <DayList onOpen={onOpen} />;
  }
}

function Toolbar() {
  useSignals();
  const { t } = useTranslation();
  return (
    <>
      <div className="flex items-center gap-1">
        <IconButton label={t("schedule.earlier")} icon={ChevronLeft} onClick={() => turn(-1)} />
        <button type="button" className="btn btn-sm" onClick={() => (day.value = today())}>
          {t("schedule.today")}
        </button>
        <IconButton label={t("schedule.later")} icon={ChevronRight} onClick={() => turn(1)} />
        <p aria-live="polite" className="ml-1 font-semibold first-letter:uppercase">
          {rangeInWords()}
        </p>
      </div>
      <SearchBox
        label={t("schedule.searchLabel")}
        value={search.value}
        busy={isLoading.value}
        onChange={(typed) => (search.value = typed)}
      />
      {me.value?.profile === "admin" && <UserSelect />}
      <div className="ml-auto w-72 max-w-full max-phone:w-full">
        <Tabs
          variant="box"
          label={t("schedule.views")}
          values={views}
          value={view.value}
          text={(one) => t(`schedule.view.${one}`)}
          onChange={(one) => (view.value = one)}
        />
      </div>
    </>
  );
}

function UserSelect() {
  useSignals();
  const { t } = useTranslation();
  useChoices(users);
  return (
    <select
      aria-label={t("schedule.of")}
      className="select w-40"
      value={ofUser.value}
      onChange={({ target }) => (ofUser.value = target.value)}
    >
      <option value="">{t("schedule.ofAll")}</option>
      {users.rows.value?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** novembro de 2026; 22 – 28 de nov. de 2026; quarta-feira, 25 de novembro */
function rangeInWords(): string {
  const at = day.value;
  if (view.value === "day") return inWords(at, { weekday: "long", day: "numeric", month: "long" });
  if (view.value !== "week") return inWords(at, { month: "long", year: "numeric" });
  const [first = at] = weekOf(at);
  return `${inWords(first, { day: "numeric", month: "short" })} – ${inWords(addDays(first, 6), { day: "numeric", month: "short", year: "numeric" })}`;
}

/** Nine o'clock; today an hour from now. */
const defaultTime = (at: string) =>
  at === today()
    ? companyMoment(
        Math.min(Date.now() + 3_600_000, Date.parse(`${at}T23:45Z`) + 86_400_000),
      ).slice(11)
    : "09:00";

function useCalendar() {
  useEffect(() => {
    if (!day.peek()) view.value = matchMedia("(width < 48rem)").matches ? "list" : "month";
    day.value ||= today();
    return startCalendar();
  }, []);
}

/** `?contactId=` opens a new schedule for that contact. Then the address drops it. */
function useContactInAddress(open: (contact: Recipient) => void) {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const id = params.get("contactId");
  useEffect(() => {
    if (!id) return;
    navigate("/schedules", { replace: true });
    if (!can("schedules.write")) return;
    api.get<Recipient>(`/contacts/${Number(id)}`).then(open, toast.error);
  }, [id]);
}
