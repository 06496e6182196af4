import { MessageSquarePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { isMasked } from "../../../../src/shared/phone.ts";
import { api } from "../../../kit/api.ts";
import { Avatar } from "../../../kit/Avatar.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Delayed, Skeleton } from "../../../kit/Skeleton.tsx";
import { errorText, phone, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { newTicketFor } from "../../../inbox/open-dialogs.ts";
import { createContact } from "../../../inbox/new-ticket.ts";
import type { Contact } from "../../../types.ts";
import { LoadFailed } from "../../../lists/NextPage.tsx";
import { Section } from "./Section.tsx";

type Member = { contactId: number | null; name: string; number: string };

/** A large group shows so many members at first. */
const few = 8;

/** A group's members. The agent can open a ticket with each. */
export function Group({ contactId }: { contactId: number }) {
  const { t } = useTranslation();
  const [people, setPeople] = useState<Member[] | null>(null);
  const [failed, setFailed] = useState<unknown>(null);
  const [all, setAll] = useState(false);

  const read = async () => {
    setFailed(null);
    try {
      setPeople((await api.get<{ people: Member[] }>(`/contacts/${contactId}/group`)).people);
    } catch (error) {
      setFailed(error);
    }
  };
  useEffect(() => void read(), [contactId]);

  return (
    <GroupMembers
      people={people}
      failed={failed}
      retry={() => void read()}
      all={all}
      onAll={() => setAll(true)}
      title={people ? t("tickets.group.count", { count: people.length }) : t("tickets.group.title")}
    />
  );
}

type Props = {
  people: Member[] | null;
  failed: unknown;
  retry: () => void;
  all: boolean;
  onAll: () => void;
  title: string;
};

export function GroupMembers({ people, failed, retry, all, onAll, title }: Props) {
  const { t } = useTranslation();
  return (
    <Section title={title}>
      {failed !== null && <LoadFailed text={errorText(failed)} retry={retry} />}
      {!people && failed === null && (
        <Delayed>
          <Skeleton className="h-8 w-48" />
        </Delayed>
      )}
      <ul className="flex flex-col">
        {people?.slice(0, all ? undefined : few).map((member, index) => (
          <li key={index} className="flex items-center gap-3 py-1">
            <Avatar name={member.name} size={32} />
            <div className="min-w-0 flex-1">
              <p className="truncate">
                {member.name === member.number ? phone(member.number) : member.name}
              </p>
              {member.name !== member.number && (
                <p className="text-muted text-small truncate">{phone(member.number)}</p>
              )}
            </div>
            {(member.contactId !== null || (member.number && !isMasked(member.number))) && (
              <IconButton
                label={t("tickets.group.write", { name: member.name })}
                icon={MessageSquarePlus}
                className="text-muted"
                onClick={() => void write(member)}
              />
            )}
          </li>
        ))}
      </ul>
      {people && people.length > few && !all && (
        <button type="button" className="btn btn-ghost btn-sm mt-1 -ml-2" onClick={onAll}>
          {t("tickets.group.all")}
        </button>
      )}
    </Section>
  );
}

async function write({ contactId, name, number }: Member) {
  try {
    newTicketFor.value =
      contactId === null
        ? await createContact(name.slice(0, 50), `+${number}`)
        : await api.get<Contact>(`/contacts/${contactId}`);
  } catch (error) {
    toast.error(error);
  }
}
