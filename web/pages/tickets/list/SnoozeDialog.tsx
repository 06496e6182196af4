import { useState } from "react";
import { addDays } from "../../../kit/days.ts";
import type { FormValues } from "../../../forms/form.ts";
import { useTranslation } from "../../../kit/text.ts";
import { RowDialog } from "../../../lists/RowDialog.tsx";
import { companyMoment } from "../../../parts/schedules/schedule.ts";
import { snooze } from "../../../inbox/snooze.ts";
import type { Ticket } from "../../../types.ts";
import { snoozeAll } from "./bulk.ts";
import { addTexts } from "../../../kit/translations.ts";
import texts from "../snooze/texts.json";

addTexts(texts);

/** Puts tickets away until a day and a time of the company's zone. */
export function SnoozeDialog({ tickets, onClose }: { tickets: Ticket[]; onClose: () => void }) {
  const { t } = useTranslation();
  const [first] = useState(() => ({
    date: addDays(companyMoment(Date.now()).slice(0, 10), 1),
    time: "09:00",
  }));
  const save = async ({ date, time }: FormValues) => {
    const until = `${String(date)}T${String(time)}`;
    const [only, ...others] = tickets;
    if (only && others.length === 0) await snooze(only, until);
    else await snoozeAll(tickets, until);
  };
  return (
    <RowDialog
      title={t("tickets.snooze.dialog")}
      listing={{
        fields: [
          { name: "date", type: "date", label: "tickets.snooze.date", required: true },
          { name: "time", type: "time", label: "tickets.snooze.time", required: true },
        ],
      }}
      values={first}
      onSave={save}
      onClose={onClose}
    />
  );
}
