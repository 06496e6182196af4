import { MessageSquarePlus, UserPlus } from "lucide-react";
import { useState } from "react";
import { isMasked } from "../../../../../src/shared/phone.ts";
import { Avatar } from "../../../../kit/Avatar.tsx";
import { phone, useTranslation } from "../../../../kit/text.ts";
import { toast } from "../../../../kit/Toast.tsx";
import { useBusy } from "../../../../kit/use-busy.ts";
import { type Card, toContactForm } from "../../../../messages/contact-cards.ts";
import { newTicketFor } from "../../../../inbox/open-dialogs.ts";
import { contactFromCard } from "../../../../inbox/new-ticket.ts";
import { NewContact } from "../../../../parts/contacts/lazy-dialogs.ts";

/** Contact cards in a message. The agent can save them or write to them. */
export const ContactCards = ({ cards }: { cards: Card[] }) => (
  <ul className="mb-1 flex w-72 max-w-full flex-col gap-1">
    {cards.map((card, index) => (
      <ContactCard key={index} card={card} />
    ))}
    {cards.length === 0 && <Unreadable />}
  </ul>
);

function ContactCard({ card }: { card: Card }) {
  const { t } = useTranslation();
  const [saving, setSaving] = useState(false);
  const [busy, run] = useBusy();
  const form = toContactForm(card);

  const write = async () => {
    newTicketFor.value = await contactFromCard(card);
  };

  return (
    <li className="bg-base-content/6 overflow-hidden rounded-lg">
      <div className="flex items-center gap-3 px-3 py-2">
        <Avatar name={card.name} size={36} />
        <div className="min-w-0">
          <p className="truncate font-medium">{card.name}</p>
          <p className="text-base-content/75 text-small">
            {card.number ? phone(form.number) : t("messages.cards.noNumber")}
          </p>
        </div>
      </div>
      {card.number && !isMasked(card.number) && (
        <div className="border-base-content/10 flex flex-wrap justify-end gap-1 border-t px-1 py-1">
          <button type="button" className="btn btn-ghost btn-xs" onClick={() => setSaving(true)}>
            <UserPlus size={15} aria-hidden />
            {t("messages.cards.save")}
          </button>
          <button
            type="button"
            className="btn btn-ghost btn-xs"
            disabled={busy}
            onClick={() => void run(write)}
          >
            <MessageSquarePlus size={15} aria-hidden />
            {t("messages.cards.write")}
          </button>
        </div>
      )}
      {saving && (
        <NewContact
          card={form}
          onDone={({ name }) => toast.success(t("messages.cards.saved", { name }))}
          onClose={() => setSaving(false)}
        />
      )}
    </li>
  );
}

function Unreadable() {
  const { t } = useTranslation();
  return <li className="text-muted italic">{t("messages.kinds.vcard")}</li>;
}
