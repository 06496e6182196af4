import { DoorClosed, DoorOpen } from "lucide-react";
import { useState } from "react";
import type { Holiday } from "../../../src/shared/hours.ts";
import { ApiError } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import type { Field, FormValues } from "../../forms/form.ts";
import { HoursInput } from "../../kit/week/HoursInput.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { type Hours, isBlank, officeHours, hoursError } from "../../kit/week/week.ts";

type Props = {
  /** Null for a new holiday. */
  holiday: Holiday | null;
  /** The dates of the other holidays. */
  taken: string[];
  onSave: (holiday: Holiday) => void;
  onClose: () => void;
};

const fields: Field[] = [
  {
    name: "date",
    label: "settings.holidays.date",
    type: "date",
    required: true,
    messages: { taken: "settings.holidays.taken" },
  },
  {
    name: "label",
    label: "settings.holidays.label",
    max: 50,
    placeholder: "settings.holidays.example",
  },
  {
    name: "yearly",
    label: "settings.holidays.yearly",
    type: "switch",
    hint: "settings.holidays.yearlyHint",
  },
  {
    name: "open",
    label: "settings.holidays.open",
    type: "choice",
    required: true,
    messages: { incomplete: "week.incomplete" },
    choices: [
      {
        value: "closed",
        label: "week.modes.closed",
        hint: "settings.holidays.closedHint",
        icon: DoorClosed,
      },
      {
        value: "hours",
        label: "settings.holidays.hours",
        hint: "settings.holidays.hoursHint",
        icon: DoorOpen,
      },
    ],
  },
];

/** Edits a holiday. The user saves it together with the week. */
export function HolidayDialog({ holiday, taken, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [hours, setHours] = useState<[Hours, Hours]>([
    holiday?.hours[0] ?? officeHours[0],
    holiday?.hours[1] ?? officeHours[1],
  ]);
  const [touched, setTouched] = useState(false);
  const [values] = useState<FormValues>(() => ({
    date: holiday?.date ?? "",
    label: holiday?.label ?? "",
    yearly: holiday?.yearly ?? false,
    open: holiday && holiday.hours.length > 0 ? "hours" : "closed",
  }));

  const save = async ({ date, label, yearly, open }: FormValues) => {
    const on = String(date);
    if (taken.includes(on))
      throw new ApiError(422, { error: "ERR_VALIDATION", fields: { date: "taken" } });
    if (open === "hours" && (hours.some(hoursError) || hours.every(isBlank)))
      throw new ApiError(422, { error: "ERR_VALIDATION", fields: { open: "incomplete" } });
    onSave({
      date: on,
      label: String(label).trim(),
      yearly: yearly === true,
      hours: open === "hours" ? hours.filter((one) => !isBlank(one)) : [],
    });
  };

  return (
    <RowDialog
      title={t(holiday ? "settings.holidays.edit" : "settings.holidays.new")}
      listing={{ fields }}
      values={values}
      changed={touched}
      onSave={save}
      onClose={onClose}
      extras={{
        open: ({ open }) =>
          open === "hours" && (
            <div className="mt-3">
              <HoursInput
                label={t("settings.holidays.hours")}
                value={hours}
                onChange={(next) => {
                  setHours(next);
                  setTouched(true);
                }}
              />
            </div>
          ),
      }}
    />
  );
}
