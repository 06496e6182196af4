import { useSignals } from "@preact/signals-react/runtime";
import { Ban, Bot, BotOff, Copy, EllipsisVertical, Pencil, RefreshCw } from "lucide-react";
import { useState } from "react";
import { isMasked } from "../../../../src/shared/phone.ts";
import { api } from "../../../kit/api.ts";
import { Avatar } from "../../../kit/Avatar.tsx";
import { copy } from "../../../kit/copy.ts";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu } from "../../../kit/Menu.tsx";
import { phone, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { ContactForm } from "../../../parts/contacts/lazy-dialogs.ts";
import { anyHas } from "../../../lists/abilities.ts";
import { useContactActions } from "../../../parts/contacts/ContactActions.tsx";
import type { Ticket } from "../../../types.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import {
  fetchContact,
  type FullContact,
  putContact,
  useContact,
} from "../../../inbox/full-contacts.ts";

/** The contact's data, and the actions on the contact. */
export function ContactDetails({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { contact, failed } = useContact(ticket.contactId);
  const [editing, setEditing] = useState(false);
  const contactActions = useContactActions();
  const [fetching, setFetching] = useState(false);
  const person = contact.value;
  const { name, number, profilePicUrl, isGroup } = person ?? ticket.contact;

  const setDisableBot = async (disableBot: boolean) => {
    putContact(await api.put<FullContact>(`/contacts/${ticket.contactId}`, { disableBot }));
    toast.success(t(disableBot ? "tickets.panel.botIsOff" : "tickets.panel.botIsOn"));
  };
  const fetchPicture = async () => {
    setFetching(true);
    try {
      const fresh = await api.post<FullContact>(`/contacts/${ticket.contactId}/picture`);
      putContact(fresh);
      if (fresh.profilePicUrl) toast.success(t("tickets.panel.pictureFresh"));
      else toast.info(t("tickets.panel.noPicture"));
    } catch (error) {
      toast.error(error);
    } finally {
      setFetching(false);
    }
  };

  return (
    <div className="px-4 pb-4">
      <div className="flex flex-col items-center text-center">
        <span className="relative">
          <Avatar name={name} url={profilePicUrl} group={isGroup} size={80} />
          {fetching && (
            <span
              aria-hidden
              className="loading loading-spinner text-primary absolute inset-0 m-auto size-8"
            />
          )}
        </span>
        <p className="text-title mt-2 max-w-full font-semibold break-words">{name}</p>
        {person?.pushName && person.pushName !== name && (
          <p className="text-muted text-small max-w-full break-words">~{person.pushName}</p>
        )}
        {person?.active === false && (
          <p className="bg-error/12 text-error text-small mt-1.5 inline-flex items-center gap-1 rounded-md px-2 py-0.5 font-medium">
            <Ban size={14} aria-hidden />
            {t("tickets.panel.isBlocked")}
          </p>
        )}
        {person?.disableBot && (
          <p className="text-muted text-small mt-1.5 inline-flex items-center gap-1">
            <BotOff size={14} aria-hidden />
            {t("tickets.panel.botIsOff")}
          </p>
        )}
      </div>
      {failed.value !== null && !person && (
        <LoadFailed
          text={t("tickets.panel.failed")}
          retry={() => void fetchContact(ticket.contactId)}
        />
      )}
      <div className="mt-3 flex justify-center gap-1.5">
        <button
          type="button"
          className="btn btn-sm"
          disabled={!person || person.erasedAt !== null}
          onClick={() => setEditing(true)}
        >
          <Pencil size={16} aria-hidden />
          {t("tickets.panel.edit")}
        </button>
        <Menu
          label={t("tickets.panel.actions")}
          className="btn btn-sm btn-square"
          items={[
            ...(anyHas("picture")
              ? [
                  {
                    label: t("tickets.panel.picture"),
                    icon: RefreshCw,
                    disabled: fetching || person?.erasedAt != null,
                    onSelect: () => void fetchPicture(),
                  },
                ]
              : []),
            ...(isGroup
              ? []
              : [
                  {
                    label: t(
                      person?.disableBot ? "tickets.panel.withBot" : "tickets.panel.withoutBot",
                    ),
                    icon: person?.disableBot ? Bot : BotOff,
                    disabled: !person,
                    onSelect: () => void setDisableBot(!person?.disableBot).catch(toast.error),
                  },
                ]),
            ...(person ? contactActions.items(person) : []),
          ]}
        >
          <EllipsisVertical size={16} aria-hidden />
        </Menu>
      </div>
      <dl className="mt-3 flex flex-col gap-2">
        {number && (
          <Detail
            label={t("tickets.new.number")}
            action={!isMasked(number) && <CopyNumber number={phone(number)} />}
          >
            {phone(number)}
          </Detail>
        )}
        {person?.email && (
          <Detail label={t("tickets.panel.email")}>
            <a href={`mailto:${person.email}`} className="link link-primary">
              {person.email}
            </a>
          </Detail>
        )}
        {person?.extraInfo.map(({ id, name, value }) => (
          <Detail key={id} label={name}>
            {value}
          </Detail>
        ))}
      </dl>
      {editing && person && <ContactForm contact={person} onClose={() => setEditing(false)} />}
      {contactActions.dialog}
    </div>
  );
}

function Detail({
  label,
  action,
  children,
}: {
  label: string;
  action?: React.ReactNode;
  children: React.ReactNode;
}) {
  return (
    <div className="relative pr-9">
      <dt className="text-muted text-small break-words">{label}</dt>
      <dd className="break-words">
        {children || "–"}
        {action && <span className="absolute top-1 right-0">{action}</span>}
      </dd>
    </div>
  );
}

function CopyNumber({ number }: { number: string }) {
  const { t } = useTranslation();
  const run = async () => {
    if (await copy(number)) toast.success(t("tickets.panel.numberCopied"));
    else toast.error(t("tickets.panel.numberNotCopied"));
  };
  return (
    <IconButton
      label={t("tickets.panel.copyNumber")}
      icon={Copy}
      className="text-muted"
      onClick={() => void run()}
    />
  );
}
