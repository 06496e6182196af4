import { useSignals } from "@preact/signals-react/runtime";
import { type FormEvent, useId, useState } from "react";
import { useChoices } from "../../forms/choices.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { CheckboxOptions } from "../../kit/CheckboxOptions.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { users } from "../../lists/company-lists.ts";
import { type Chat, putChat } from "../../parts/chats/chats.ts";
import { me } from "../../session/session.ts";

type Props = { chat: Chat | null; onSaved: (chat: Chat) => void; onClose: () => void };

/** Creates a chat, or changes the title and members of the user's own chat. */
export function ChatDialog({ chat, onSaved, onClose }: Props) {
  useSignals();
  const { t } = useTranslation();
  const form = useId();
  useChoices(users);
  const [title, setTitle] = useState(chat?.title ?? "");
  const [chosen, setChosen] = useState(
    () => chat?.users.map(({ userId }) => userId).filter((id) => id !== me.peek()?.id) ?? [],
  );
  const bodyOf = () => ({ title: title.trim(), users: chosen.map((id) => ({ id })) });
  const edit = useEdit(chat, bodyOf);
  const [isTried, setIsTried] = useState(false);
  const [busy, run] = useBusy();
  const noTitle = isTried && title.trim() === "";
  const nobody = isTried && chosen.length === 0;
  const people = users.rows.value?.filter(({ id }) => id !== me.value?.id) ?? [];

  const save = async () => {
    const saved = await saveEdit("/chats", edit, bodyOf());
    putChat(saved);
    onSaved(saved);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsTried(true);
    if (title.trim() === "") return document.getElementById(`${form}-title`)?.focus();
    if (chosen.length > 0 && !busy) void run(save);
  };

  return (
    <Dialog
      title={t(chat ? "chats.edit" : "chats.new")}
      onClose={onClose}
      footer={
        <DialogActions onCancel={onClose} action={t("common.save")} form={form} disabled={busy} />
      }
    >
      <form id={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        <div className="flex flex-col gap-1">
          <label htmlFor={`${form}-title`} className="font-medium">
            {t("chats.name")}
          </label>
          <input
            id={`${form}-title`}
            data-autofocus
            className={`input w-full ${noTitle ? "input-error" : ""}`}
            maxLength={100}
            value={title}
            aria-invalid={noTitle}
            aria-describedby={noTitle ? `${form}-no-title` : undefined}
            onChange={({ target }) => setTitle(target.value)}
          />
          {noTitle && (
            <p id={`${form}-no-title`} role="alert" className="text-error text-small">
              {t("chats.titleRequired")}
            </p>
          )}
        </div>
        <fieldset
          className="flex flex-col gap-1"
          aria-describedby={nobody ? `${form}-nobody` : undefined}
        >
          <legend className="font-medium">{t("chats.people")}</legend>
          <CheckboxOptions
            options={people.map(({ id, name }) => ({ id, name }))}
            chosen={chosen}
            onChange={setChosen}
          />
          {nobody && (
            <p id={`${form}-nobody`} role="alert" className="text-error text-small">
              {t("chats.usersRequired")}
            </p>
          )}
        </fieldset>
      </form>
    </Dialog>
  );
}
