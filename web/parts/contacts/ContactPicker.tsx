import { useSignals } from "@preact/signals-react/runtime";
import { Search, UserPlus, X } from "lucide-react";
import { Optional } from "../../forms/Field.tsx";
import { Avatar } from "../../kit/Avatar.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { phone, useTranslation } from "../../kit/text.ts";
import { useCombobox } from "../../kit/use-combobox.ts";
import { contactsFound, searchContacts, contactSearch, isUnknown } from "../../inbox/new-ticket.ts";
import type { Contact } from "../../types.ts";

/** The fields of the chosen contact that the picker shows. */
type Chosen = Pick<Contact, "name" | "number" | "profilePicUrl">;

type Props = {
  /** The label, where it is not just "contact". */ label?: string;
  optional?: boolean;
  contact: Chosen | null;
  onChange: (contact: Contact | null) => void;
  /** Without it, the user can only choose existing contacts. */ onCreate?: () => void;
  /** Contacts to leave out. */ without?: (contact: Contact) => boolean;
  missing: boolean;
  onType: () => void;
};

/** Finds a contact by name or number, or offers to create one from the typed text. */
export function ContactPicker({
  label,
  optional,
  contact,
  onChange,
  onCreate,
  without,
  missing,
  onType,
}: Props) {
  useSignals();
  const { t } = useTranslation();
  const name = label ?? t("tickets.new.contact");
  const people = (contactsFound.value ?? []).filter((person) => !without?.(person));
  const canCreate = onCreate && isUnknown();
  const count = people.length + (canCreate ? 1 : 0);
  const hint =
    contactSearch.value.trim().length < 3
      ? t("tickets.new.contactHint")
      : contactsFound.value === null
        ? t("tickets.new.searching")
        : count === 0
          ? t("common.noMatch")
          : "";

  const take = (index: number) => {
    const person = people[index];
    if (person) onChange(person);
    else if (canCreate) onCreate();
  };

  const { id, onKey, reset, input, list, option } = useCombobox(count, take);

  if (contact) return <ChosenContact contact={contact} onChange={() => onChange(null)} />;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-medium">
        {name}
        {optional && <Optional />}
      </label>
      <span className={`input ${missing ? "input-error" : ""}`}>
        <Search size={16} aria-hidden className="text-muted" />
        <input
          {...input}
          name="contactId"
          data-autofocus
          aria-invalid={missing || undefined}
          aria-describedby={`${id}-hint`}
          value={contactSearch.value}
          onChange={({ target }) => {
            reset();
            onType();
            searchContacts(target.value);
          }}
          onKeyDown={onKey}
        />
      </span>
      <p
        id={`${id}-hint`}
        role="status"
        className={`text-small mt-1 ${missing ? "text-error" : "text-muted"}`}
      >
        {missing ? t("tickets.new.contactRequired") : hint}
      </p>
      <ul
        {...list}
        aria-label={name}
        className={
          count > 0 ? "border-line rounded-card mt-1 max-h-56 overflow-y-auto border p-1" : "hidden"
        }
      >
        {people.map((person, index) => (
          <li key={person.id} {...option(index)} className="menu-item aria-selected:bg-hover">
            <Avatar name={person.name} url={person.profilePicUrl} size={32} />
            <span className="min-w-0 flex-1 truncate">{person.name}</span>
            <span className="text-muted text-small">{phone(person.number)}</span>
          </li>
        ))}
        {canCreate && (
          <li
            {...option(people.length)}
            className="menu-item text-primary aria-selected:bg-hover font-medium"
          >
            <UserPlus size={18} aria-hidden />
            {t("tickets.new.create", { name: contactSearch.value.trim() })}
          </li>
        )}
      </ul>
    </div>
  );
}

function ChosenContact({ contact, onChange }: { contact: Chosen; onChange: () => void }) {
  const { t } = useTranslation();
  return (
    <div>
      <p className="mb-1 font-medium">{t("tickets.new.contact")}</p>
      <div className="border-line rounded-card flex items-center gap-3 border px-3 py-2">
        <Avatar name={contact.name} url={contact.profilePicUrl} size={36} />
        <div className="min-w-0 flex-1">
          <p className="truncate font-medium">{contact.name}</p>
          <p className="text-muted text-small">{phone(contact.number)}</p>
        </div>
        <IconButton label={t("tickets.new.change")} icon={X} onClick={onChange} />
      </div>
    </div>
  );
}
