import type { ReactNode } from "react";
import { useSignals } from "@preact/signals-react/runtime";
import { useTranslation } from "../../kit/text.ts";
import { dayAndTime } from "./moments.ts";
import { saidOf } from "./said.ts";
import type { Schedule } from "./schedule.ts";

/** A schedule that is sent or being sent: its text, contact and time. */
export function SentSchedule({ row }: { row: Schedule }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, sendAt, sentAt, late, user, whatsapp, mediaName, mediaPath } = row;
  return (
    <dl className="flex flex-col gap-3">
      <Part label={t("schedule.form.contact")}>{contact.name}</Part>
      <Part label={t("schedule.form.body")}>{saidOf(row, sentAt ?? sendAt)}</Part>
      {mediaName && (
        <Part label={t("quickMessages.file")}>
          <a
            href={mediaPath ?? undefined}
            target="_blank"
            rel="noopener noreferrer"
            className="link"
          >
            {mediaName}
          </a>
        </Part>
      )}
      <Part label={t("schedule.form.sendAt")}>{dayAndTime(sendAt)}</Part>
      {sentAt && (
        <Part
          label={t("schedule.form.sentAt")}
        >{`${dayAndTime(sentAt)}${late ? ` · ${t("schedule.form.late")}` : ""}`}</Part>
      )}
      {whatsapp && <Part label={t("schedule.form.connection")}>{whatsapp.name}</Part>}
      {user && <Part label={t("schedule.form.by")}>{user.name}</Part>}
    </dl>
  );
}

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-small">{label}</dt>
    <dd className="break-words whitespace-pre-line">{children}</dd>
  </div>
);
