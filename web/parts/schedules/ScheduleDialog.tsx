import { useSignals } from "@preact/signals-react/runtime";
import { RotateCcw, SkipForward, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { ApiError, api, fileForm } from "../../kit/api.ts";
import { Confirm } from "../../kit/Confirm.tsx";
import { ConfirmDiscard } from "../../kit/ConfirmDiscard.tsx";
import { ConfirmDelete } from "../../kit/ConfirmDelete.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { useBusy } from "../../kit/use-busy.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { Form } from "../../forms/Form.tsx";
import { useChoices } from "../../forms/choices.ts";
import { searchContacts } from "../../inbox/new-ticket.ts";
import { connections, queues, users } from "../../lists/company-lists.ts";
import { reasonText } from "../../messages/reasons.ts";
import { ContactPicker } from "../contacts/ContactPicker.tsx";
import { FileAttachment } from "../FileAttachment.tsx";
import { TextVariables } from "../TextVariables.tsx";
import { bodyOf, fieldsOf, mayOpen, takesTemplates, valuesOf } from "./fields.ts";
import { dayAndTime } from "./moments.ts";
import { companyInstant, isEditable, type Recipient, type Schedule } from "./schedule.ts";
import { SentSchedule } from "./SentSchedule.tsx";
import { useTemplate } from "./ScheduleTemplate.tsx";
import "./texts.ts";

type Props = {
  row?: Schedule | null;
  /** The opened time of a repeating schedule, in ISO; the next one by default. */ instant?: string;
  /** The contact of a new schedule. */ contact?: Recipient | null;
  /** The time of a new schedule, in the company's time zone: YYYY-MM-DDTHH:mm. */ at?: string;
  /** The text of a new schedule. */ body?: string;
  onSaved?: () => void;
  onClose: () => void;
};

/** Creates a schedule, changes a waiting one, or shows a sent one. rules.md#schedules */
export function ScheduleDialog({
  row = null,
  instant = row?.sendAt,
  contact = null,
  at,
  body,
  onSaved,
  onClose,
}: Props) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [question, setQuestion] = useState<"discard" | "delete" | "skip" | null>(null);
  const title = row
    ? `${t("schedule.form.edit")} · ${t(`schedule.states.${row.status}`)}`
    : t("schedule.form.new");
  const close = () => (dirty ? setQuestion("discard") : onClose());
  const remove = row && (
    <button
      type="button"
      className="btn btn-ghost text-error mr-auto"
      onClick={() => setQuestion("delete")}
    >
      <Trash2 size={18} aria-hidden />
      {t("common.delete")}
    </button>
  );

  const beside = row && (
    <>
      {remove}
      {row.recurrence && row.status === "PENDENTE" && (
        <button type="button" className="btn btn-ghost" onClick={() => setQuestion("skip")}>
          <SkipForward size={18} aria-hidden />
          {t("schedule.form.skip")}
        </button>
      )}
      {row.status === "ERRO" && <RetryButton row={row} onClose={onClose} />}
    </>
  );

  return (
    <>
      <Dialog
        title={title}
        onClose={close}
        tall={!row || isEditable(row)}
        footer={row && !isEditable(row) && remove}
      >
        {row && !isEditable(row) ? (
          <SentSchedule row={row} />
        ) : (
          <ScheduleForm
            row={row}
            contact={row ? { ...row.contact, number: "" } : contact}
            at={at}
            body={body}
            beside={beside}
            onDirty={() => setDirty(true)}
            onCancel={close}
            onSaved={onSaved}
            onClose={onClose}
          />
        )}
      </Dialog>
      {question === "discard" && (
        <ConfirmDiscard onConfirm={onClose} onClose={() => setQuestion(null)} />
      )}
      {question === "skip" && row && instant && (
        <Confirm
          title={t("schedule.form.skipQuestion", { when: dayAndTime(instant) })}
          text={t("schedule.form.skipText", { name: row.contact.name })}
          action={t("schedule.form.skip")}
          onConfirm={async () => {
            await api.post(`/schedules/${row.id}/skip`, { at: instant });
            toast.success(t("common.updated"));
            onClose();
          }}
          onClose={() => setQuestion(null)}
        />
      )}
      {question === "delete" && row && (
        <ConfirmDelete
          path={`/schedules/${row.id}`}
          text={
            row.recurrence && row.status === "PENDENTE"
              ? t("schedule.form.deleteSeries", { name: row.contact.name })
              : row.contact.name
          }
          onDeleted={onClose}
          onClose={() => setQuestion(null)}
        />
      )}
    </>
  );
}

function RetryButton({ row: { id }, onClose }: { row: Schedule; onClose: () => void }) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const send = async () => {
    await api.post(`/schedules/${id}/retry`);
    toast.success(t("schedule.form.retried"));
    onClose();
  };
  return (
    <button type="button" className="btn" disabled={busy} onClick={() => void run(send)}>
      <RotateCcw size={18} aria-hidden />
      {t("schedule.form.retry")}
    </button>
  );
}

type FormProps = {
  row: Schedule | null;
  contact: Recipient | null;
  at?: string;
  body?: string;
  /** Further actions, beside the form's buttons. */ beside: React.ReactNode;
  onDirty: () => void;
  onCancel: () => void;
  onSaved?: () => void;
  onClose: () => void;
};

function ScheduleForm({
  row,
  contact: first,
  at,
  body,
  beside,
  onDirty,
  onCancel,
  onSaved,
  onClose,
}: FormProps) {
  useSignals();
  const { t } = useTranslation();
  useChoices(connections);
  useChoices(queues);
  useChoices(users);
  const [contact, setContact] = useState<Recipient | null>(first);
  const [tried, setTried] = useState(false);
  // Undefined keeps the stored file.
  const [file, setFile] = useState<File | null>();
  const [values] = useState(() => ({ ...valuesOf(row, at), ...(body && { body }) }));
  // A refused file leaves its saved row behind, which a second submit must not create again.
  const edit = useEdit(row, () => ({
    ...bodyOf(valuesOf(row, at), values, row!.contactId),
    template: row!.template,
  }));
  const template = useTemplate(row, onDirty);
  const choices = {
    hasContact: contact !== null,
    hasTemplate: template.chosen !== null,
    connections: connections.rows.value ?? [],
    ...mayOpen(queues.rows.value ?? [], users.rows.value ?? []),
  };

  useEffect(() => searchContacts(""), []);

  const save = async (typed: typeof values) => {
    if (!contact)
      throw new ApiError(422, { error: "ERR_VALIDATION", fields: { contactId: "required" } });
    const chosen = takesTemplates(choices.connections, typed) ? template.chosen : null;
    const { id } = await saveEdit<Schedule>("/schedules", edit, {
      ...bodyOf(typed, row && values, contact.id),
      template: chosen?.use ?? null,
      ...(chosen && { body: chosen.text }),
    });
    await saveFile(`/schedules/${id}/media-upload`, file, Boolean(row?.media));
    toast.success(t(row ? "common.updated" : "common.saved"));
    onSaved?.();
    onClose();
  };

  const written = () =>
    document.querySelector<HTMLTextAreaElement>("dialog[open] textarea[name=body]");
  return (
    <div className="contents" onSubmitCapture={() => setTried(true)}>
      <Form
        fields={(typed) => fieldsOf(typed, choices)}
        values={values}
        submit={t("common.save")}
        onDirty={(isDirty) => isDirty && onDirty()}
        onCancel={onCancel}
        onSubmit={save}
        extras={{
          contactId: () => (
            <ContactPicker
              contact={contact}
              onChange={(chosen) => (setContact(chosen), onDirty())}
              missing={tried && !contact}
              onType={() => setTried(false)}
            />
          ),
          body: ({ body, date, time }) => (
            <TextVariables
              text={body}
              name={contact?.name}
              at={companyInstant(date, time)}
              field={written}
            />
          ),
          template: ({ whatsappId }) => template.field(Number(whatsappId)),
          file: () => (
            <FileAttachment
              stored={row?.media ? { name: row.mediaName ?? "", size: row.media.size } : null}
              file={file}
              onChange={(chosen) => {
                setFile(chosen);
                onDirty();
              }}
            />
          ),
        }}
      >
        {row?.reason && <Refusal status={row.status} reason={row.reason} />}
        {beside && <div className="flex flex-wrap gap-2">{beside}</div>}
      </Form>
      {template.picker}
    </div>
  );
}

/** Stores the file of a schedule, or removes it; undefined keeps the stored one. */
async function saveFile(path: string, file: File | null | undefined, hasStored: boolean) {
  if (file) await api.post(path, fileForm(file));
  else if (file === null && hasStored) await api.del(path);
}

function Refusal({ status, reason }: { status: Schedule["status"]; reason: string }) {
  const { t } = useTranslation();
  return (
    <p className={status === "ERRO" ? "text-error" : "text-waiting"}>
      {status === "ERRO"
        ? t("schedule.form.failed", { reason: reasonText(reason) })
        : reasonText(reason)}
    </p>
  );
}
