import { useSignals } from "@preact/signals-react/runtime";
import { CalendarPlus, Clock, Pencil, Repeat, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { zoneName } from "../../kit/zones.ts";
import type { Holiday } from "../../../src/shared/hours.ts";
import { maxHolidays } from "../../../src/shared/limits.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { clock, date, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { WeekEditor } from "../../kit/week/WeekEditor.tsx";
import { can } from "../../session/can.ts";
import { HolidayDialog } from "./HolidayDialog.tsx";
import { missingNational, sorted, intervalsText } from "./holidays.ts";
import {
  change,
  discard,
  draft,
  errors,
  failed,
  read,
  save,
  saving,
  currentHours,
  unsaved,
  useHours,
} from "./hours.ts";
import { LoadingSettings, SettingsFailed } from "./SettingsLoad.tsx";

/** The company's opening hours and holidays. */
export function OpeningHours() {
  useSignals();
  useHours();
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const hours = currentHours.value;
  if (!hours)
    return failed.value ? (
      <SettingsFailed problem={failed.value} onRetry={() => void read()} />
    ) : (
      <LoadingSettings />
    );
  const codes = Object.entries(errors.value);
  const inWeek = Object.fromEntries(
    codes.flatMap(([place, code]) =>
      place.startsWith("schedules.") ? [[place.slice("schedules.".length), code]] : [],
    ),
  );

  const trySave = async () => {
    try {
      if (await save()) toast.success(t("common.updated"));
      else
        requestAnimationFrame(() =>
          box.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus(),
        );
    } catch (error) {
      toast.error(error);
    }
  };

  return (
    <div ref={box} className="flex flex-col gap-6">
      <Zone timezone={hours.timezone} />
      <section aria-label={t("settings.hours.week")}>
        <h2 className="text-muted text-small mb-1.5 font-medium">{t("settings.hours.week")}</h2>
        <div className="card-quiet px-3 py-1 phone:px-4">
          <WeekEditor
            value={hours.schedules}
            errors={inWeek}
            onChange={(schedules) => change({ schedules })}
          />
        </div>
        {/* The server refuses a week without any time as a whole. */}
        {errors.value.schedules && (
          <p role="alert" className="text-error text-small mt-1.5">
            {t("settings.hours.alwaysOpen")}
          </p>
        )}
      </section>
      <Holidays
        holidays={hours.holidays}
        wrong={codes.some(([place]) => place.startsWith("holidays"))}
      />
      {unsaved.value && (
        <div className="bg-base-100 border-line shadow-float rounded-card sticky bottom-3 z-10 flex flex-wrap items-center justify-end gap-2 border px-4 py-3">
          <p role="status" className="text-muted min-w-40 flex-1">
            {t(hours.isSaved ? "settings.hours.unsaved" : "settings.hours.proposed")}
          </p>
          {draft.value && (
            <button type="button" className="btn btn-ghost" onClick={discard}>
              {t("common.discard")}
            </button>
          )}
          {can("settings.write") && (
            <button
              type="button"
              className="btn btn-primary"
              disabled={saving.value}
              onClick={() => void trySave()}
            >
              {saving.value && <span aria-hidden className="loading loading-spinner loading-sm" />}
              {t("common.save")}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

/** The company's time zone and its current time. */
function Zone({ timezone }: { timezone: string }) {
  useSignals();
  const { t, tag } = useTranslation();
  const now = new Intl.DateTimeFormat(tag, {
    timeZone: timezone,
    weekday: "long",
    hour: "2-digit",
    minute: "2-digit",
  }).format(clock.value);
  return (
    <p className="text-muted flex items-start gap-2">
      <Clock size={18} aria-hidden className="mt-px shrink-0" />
      <span className="block first-letter:uppercase">
        {t("settings.hours.zone", { zone: zoneName(timezone, clock.value), now })}
      </span>
    </p>
  );
}

type OpenDialog = { holiday: Holiday | null };

export function Holidays({ holidays, wrong }: { holidays: Holiday[]; wrong: boolean }) {
  useSignals();
  const { t, tag } = useTranslation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const national = missingNational(holidays, new Date(clock.value).getFullYear());
  const full = holidays.length >= maxHolidays;
  const dayOf = ({ date: on, yearly }: Holiday) =>
    yearly
      ? new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", timeZone: "UTC" }).format(
          Date.parse(on),
        )
      : date(on);
  const without = (gone: Holiday) => holidays.filter((one) => one !== gone);

  return (
    <section aria-label={t("settings.holidays.title")}>
      <div className="mb-1.5 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h2 className="text-muted text-small font-medium">{t("settings.holidays.title")}</h2>
        <div className="flex flex-wrap gap-2">
          {national.length > 0 && holidays.length + national.length <= maxHolidays && (
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              onClick={() => change({ holidays: [...holidays, ...national] })}
            >
              {t("settings.holidays.national", { count: national.length })}
            </button>
          )}
          <button
            type="button"
            className="btn btn-sm"
            disabled={full}
            onClick={() => setDialog({ holiday: null })}
          >
            <CalendarPlus size={16} aria-hidden />
            {t("settings.holidays.new")}
          </button>
        </div>
      </div>
      {wrong && (
        <p role="alert" className="text-error text-small mb-1.5">
          {t("settings.holidays.wrong")}
        </p>
      )}
      {holidays.length === 0 ? (
        <p className="card-quiet text-muted px-4 py-5 text-center">{t("settings.holidays.none")}</p>
      ) : (
        <ul className="card-quiet divide-line divide-y">
          {sorted(holidays).map((holiday) => (
            <HolidayRow
              key={holiday.date}
              holiday={holiday}
              dayOf={dayOf}
              setDialog={setDialog}
              without={without}
            />
          ))}
        </ul>
      )}
      {dialog && (
        <HolidayDialog
          holiday={dialog.holiday}
          taken={holidays.filter((one) => one !== dialog.holiday).map((one) => one.date)}
          onClose={() => setDialog(null)}
          onSave={(holiday) =>
            change({
              holidays: [...(dialog.holiday ? without(dialog.holiday) : holidays), holiday],
            })
          }
        />
      )}
    </section>
  );
}

function HolidayRow({
  holiday,
  dayOf,
  setDialog,
  without,
}: {
  holiday: Holiday;
  dayOf: (holiday: Holiday) => string;
  setDialog: (dialog: OpenDialog) => void;
  without: (gone: Holiday) => Holiday[];
}) {
  const { t } = useTranslation();

  return (
    <li data-holiday={holiday.date} className="flex items-center gap-x-3 px-4 py-2">
      <div className="min-w-0 flex-1 phone:grid phone:grid-cols-[11rem_minmax(0,1fr)_auto] phone:items-center phone:gap-3">
        <p className="tabular flex items-center gap-1.5 font-medium">
          {dayOf(holiday)}
          {holiday.yearly && (
            <Repeat
              size={14}
              role="img"
              aria-label={t("settings.holidays.yearly")}
              className="text-muted shrink-0"
            />
          )}
        </p>
        <p className="min-w-0 break-words">{holiday.label}</p>
        <p className={`tabular ${holiday.hours.length > 0 ? "" : "text-muted"}`}>
          {intervalsText(holiday.hours) || t("week.modes.closed")}
        </p>
      </div>
      <span className="flex shrink-0">
        <IconButton
          label={t("common.edit")}
          aria-label={`${t("common.edit")}: ${holiday.label || dayOf(holiday)}`}
          icon={Pencil}
          className="text-muted"
          onClick={() => setDialog({ holiday })}
        />
        <IconButton
          label={t("common.delete")}
          aria-label={`${t("common.delete")}: ${holiday.label || dayOf(holiday)}`}
          icon={Trash2}
          className="text-muted hover:text-error focus-visible:text-error"
          onClick={() => change({ holidays: without(holiday) })}
        />
      </span>
    </li>
  );
}
