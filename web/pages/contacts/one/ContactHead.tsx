import { useSignals } from "@preact/signals-react/runtime";
import {
  Ban,
  ChevronDown,
  ChevronLeft,
  ChevronUp,
  EllipsisVertical,
  MessageCircle,
  Pencil,
  Plus,
} from "lucide-react";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { navigate } from "wouter/use-browser-location";
import type { FullContact } from "../../../inbox/full-contacts.ts";
import { budgetsTicketId, maySell } from "../../../inbox/open-budgets.ts";
import { api } from "../../../kit/api.ts";
import { Avatar } from "../../../kit/Avatar.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { Menu } from "../../../kit/Menu.tsx";
import { Skeleton } from "../../../kit/Skeleton.tsx";
import { reach, useTranslation } from "../../../kit/text.ts";
import { toast } from "../../../kit/Toast.tsx";
import { useContactActions } from "../../../parts/contacts/ContactActions.tsx";
import { ContactForm } from "../../../parts/contacts/lazy-dialogs.ts";
import type { Contact } from "../../../parts/contacts/types.ts";
import { can } from "../../../session/can.ts";
import { live } from "../../../session/live.ts";
import { openOrBeginTicket } from "../../../shell/go-to-ticket.ts";
import type { Ticket } from "../../../types.ts";
import type { placeOf } from "./walk.ts";

type Props = {
  person: Contact | null;
  full: FullContact | null;
  place: ReturnType<typeof placeOf>;
};

/** The way back, the contact's name and number, and the actions on them. */
export function ContactHead({ person, full, place }: Props) {
  const { t, tag } = useTranslation();
  return (
    <header>
      <div className="flex min-h-8 items-center">
        <Link
          href="/contacts"
          className="text-muted hover:text-base-content -ml-1 inline-flex min-h-6 items-center gap-1 rounded-md pr-1"
        >
          <ChevronLeft size={18} aria-hidden />
          {t("contactPage.all")}
        </Link>
        <Walk place={place} />
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3 pt-1 pb-3.5">
        <Avatar
          name={person?.name ?? ""}
          url={person?.profilePicUrl}
          group={person?.isGroup}
          size={56}
        />
        <div className="min-w-0 flex-1 basis-48">
          <h1 tabIndex={-1} className="text-title font-semibold wrap-anywhere outline-none">
            {person?.name ?? <Skeleton className="h-6 w-48" />}
          </h1>
          {person && (
            <p className="text-muted tabular flex flex-wrap gap-x-2">
              {reach(person) && <span>{reach(person)}</span>}
              {reach(person) && (
                <span aria-hidden className="max-phone:hidden">
                  ·
                </span>
              )}
              <span>
                {t("contactPage.since", {
                  month: new Intl.DateTimeFormat(tag, { month: "long", year: "numeric" }).format(
                    new Date(person.createdAt),
                  ),
                })}
              </span>
              {!person.active && (
                <span className="text-error inline-flex items-center gap-1">
                  <Ban size={14} aria-hidden />
                  {t("contactPage.blocked")}
                </span>
              )}
            </p>
          )}
        </div>
        {person && <Actions person={person} full={full} />}
      </div>
    </header>
  );
}

function Walk({ place }: Pick<Props, "place">) {
  const { t } = useTranslation();
  const [, go] = useLocation();
  if (!place) return null;
  const to = (id: number | null) => id !== null && go(`/contacts/${id}`, { replace: true });
  return (
    <span className="text-muted text-small tabular ml-auto flex items-center gap-1 max-phone:hidden">
      <span className="mr-1">
        {t("contactPage.place", { place: place.place, count: place.count })}
      </span>
      <IconButton
        label={t("contactPage.before")}
        icon={ChevronUp}
        disabled={place.before === null}
        onClick={() => to(place.before)}
      />
      <IconButton
        label={t("contactPage.after")}
        icon={ChevronDown}
        disabled={place.after === null}
        onClick={() => to(place.after)}
      />
    </span>
  );
}

function Actions({ person, full }: { person: Contact; full: FullContact | null }) {
  useSignals();
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const contactActions = useContactActions();
  const isOffline = live.state.value === "offline";
  const edit = (
    <button
      type="button"
      className="btn max-phone:hidden"
      disabled={!full || isOffline}
      title={isOffline ? t("contactPage.offline") : undefined}
      onClick={() => setEditing(true)}
    >
      <Pencil size={16} aria-hidden />
      {t("common.edit")}
    </button>
  );
  const items = () => [
    {
      label: t("common.edit"),
      icon: Pencil,
      disabled: !full || isOffline,
      onSelect: () => setEditing(true),
    },
    ...contactActions.items(person),
  ];
  return (
    <div className="flex items-center gap-2 max-phone:w-full max-phone:[&>.btn]:flex-1 max-phone:[&>.btn-primary]:order-first">
      {can("contacts.write") && edit}
      {maySell.value && !person.isGroup && (
        <button type="button" className="btn" onClick={() => void sellTo(person)}>
          <Plus size={16} aria-hidden />
          {t("contactPage.order")}
        </button>
      )}
      {can("tickets.write") && (
        <button
          type="button"
          className="btn btn-primary"
          onClick={() => void openOrBeginTicket(person)}
        >
          <MessageCircle size={16} aria-hidden />
          {t("contactPage.talk")}
        </button>
      )}
      <Menu label={t("contactPage.more")} items={items} className="btn btn-square">
        <EllipsisVertical size={18} aria-hidden />
      </Menu>
      {editing && full && <ContactForm contact={full} onClose={() => setEditing(false)} />}
      {contactActions.dialog}
    </div>
  );
}

/** An order begins with a budget, which stands beside its conversation. */
async function sellTo(person: Contact) {
  try {
    const { tickets } = await api.get<{ tickets: Ticket[] }>("/tickets", {
      contactId: person.id,
      pageNumber: 1,
    });
    const open = tickets.find(({ status }) => status === "open");
    if (!open) return await openOrBeginTicket(person);
    budgetsTicketId.value = open.id;
    navigate(`/tickets/${open.uuid}`);
  } catch (error) {
    toast.error(error);
  }
}
