import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { maxFilesSent } from "../../../src/shared/limits.ts";
import { Avatar } from "../../kit/Avatar.tsx";
import { IconButton } from "../../kit/IconButton.tsx";
import { phone, useTranslation } from "../../kit/text.ts";
import { ContactPicker } from "./ContactPicker.tsx";
import { NewContact } from "./lazy-dialogs.ts";
import { searchContacts } from "../../inbox/new-ticket.ts";
import type { Contact } from "../../types.ts";

type Props = {
  chosen: Contact[];
  onChange: (chosen: Contact[]) => void;
  missing: boolean;
  onType: () => void;
};

/** Chooses contacts, up to the limit of one message, and creates missing ones. */
export function ContactsPicker({ chosen, onChange, missing, onType }: Props) {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);

  useEffect(() => searchContacts(""), []);

  const add = (contact: Contact | null) => {
    if (!contact) return;
    onType();
    if (!chosen.some(({ id }) => id === contact.id))
      onChange([...chosen, contact].slice(0, maxFilesSent));
    searchContacts("");
  };

  return (
    <div className="flex min-h-72 flex-col gap-3">
      <ContactPicker
        contact={null}
        onChange={add}
        onCreate={() => setCreating(true)}
        missing={missing}
        onType={onType}
      />
      {chosen.length > 0 && (
        <ul className="border-line divide-line divide-y rounded-lg border">
          {chosen.map(({ id, name, number, profilePicUrl }) => (
            <li key={id} className="flex items-center gap-3 py-1.5 pr-1.5 pl-3">
              <Avatar name={name} url={profilePicUrl} size={32} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-muted text-small">{phone(number)}</span>
              <IconButton
                label={t("messages.attach.remove", { name })}
                icon={X}
                onClick={() => onChange(chosen.filter((other) => other.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {creating && <NewContact onDone={add} onClose={() => setCreating(false)} />}
    </div>
  );
}
