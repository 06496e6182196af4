import { AlarmClockPlus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { api } from "../../../kit/api.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { reminderFor } from "../../../inbox/open-dialogs.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import { ReminderList } from "../../../parts/reminders/ReminderList.tsx";
import type { Reminder } from "../../../parts/reminders/reminders.ts";
import { live } from "../../../session/live.ts";
import type { Ticket } from "../../../types.ts";
import { Section } from "./Section.tsx";

/** The reminders of a ticket, open ones first. */
export function Reminders({ ticket }: { ticket: Ticket }) {
  const { t } = useTranslation();
  const { rows, failed, read } = useTicketReminders(ticket.id);
  return (
    <Section
      title={t("reminders.title")}
      action={
        <IconButton
          label={t("tickets.remind")}
          icon={AlarmClockPlus}
          className="text-muted"
          onClick={() => (reminderFor.value = ticket)}
        />
      }
    >
      {failed ? (
        <LoadFailed retry={read} />
      ) : rows?.length === 0 ? (
        <p className="text-muted text-small">{t("tickets.noReminders")}</p>
      ) : (
        <div className="-ml-1.5">{rows && <ReminderList rows={rows} />}</div>
      )}
    </Section>
  );
}

/** A ticket's reminders, kept current by events. */
function useTicketReminders(ticketId: number) {
  const [rows, setRows] = useState<Reminder[] | null>(null);
  const [failed, setFailed] = useState(false);
  const round = useRef(0);

  const read = async () => {
    const thisRound = ++round.current;
    try {
      const { records } = await api.get<{ records: Reminder[] }>("/reminders", { ticketId });
      if (thisRound !== round.current) return;
      setRows(records);
      setFailed(false);
    } catch {
      if (thisRound === round.current) setFailed(true);
    }
  };

  useEffect(() => {
    void read();
    const closers = [
      live.on("reminder", ({ reminder }) => {
        const changed = reminder as Reminder | undefined;
        if (!changed || changed.ticketId === ticketId) void read();
      }),
      live.onReset(() => void read()),
      () => (round.current += 1),
    ];
    return () => closers.forEach((close) => close());
  }, [ticketId]);

  return { rows, failed, read: () => void read() };
}
