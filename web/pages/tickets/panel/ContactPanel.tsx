import { useSignals } from "@preact/signals-react/runtime";
import { ArrowLeft, X } from "lucide-react";
import { useState } from "react";
import { Chip } from "../../../kit/Chip.tsx";
import { useModal } from "../../../kit/Dialog.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useMedia } from "../../../kit/media.ts";
import { bindings } from "../../../shell/keys/bindings.ts";
import { matches } from "../../../kit/combos.ts";
import { useTranslation } from "../../../kit/text.ts";
import { comboFor, keys } from "../../../shell/keys/keys.ts";
import { AdCard } from "../../../messages/AdCard.tsx";
import { TagBox } from "../head/TagBox.tsx";
import type { Ticket } from "../../../types.ts";
import { ContactDetails } from "./ContactDetails.tsx";
import { ContactSales } from "./ContactSales.tsx";
import { Group } from "./Group.tsx";
import { Media } from "./Media.tsx";
import type { MediaKind } from "./media.ts";
import { Notes } from "./Notes.tsx";
import {
  isPanelColumnOpen,
  isPanelOverlayOpen,
  wideEnough,
  togglePanel,
} from "../../../inbox/panel-state.ts";
import { PastTickets } from "./PastTickets.tsx";
import { Reminders } from "./Reminders.tsx";
import { useContact } from "../../../inbox/full-contacts.ts";
import { Section } from "./Section.tsx";
import { onDemand } from "../../../kit/on-demand.ts";

const Extras = onDemand(async () => (await import("./Extras.tsx")).Extras);

/**
 * The open ticket's contact: a column where there is room, else over the conversation; full screen
 * on small ones.
 */
export function ContactPanel({ ticket, single }: { ticket: Ticket; single: boolean }) {
  useSignals();
  const { t } = useTranslation();
  const wide = useMedia(wideEnough);
  const label = t("tickets.panel.toggle");
  if (!wide)
    return (
      isPanelOverlayOpen.value && (
        <Drawer
          ticket={ticket}
          single={single}
          label={label}
          onClose={() => (isPanelOverlayOpen.value = false)}
        />
      )
    );
  return (
    isPanelColumnOpen.value && (
      <section
        aria-label={label}
        data-panel
        className="bg-base-100 border-line h-full w-80 shrink-0 border-l"
      >
        <PanelContent key={ticket.id} ticket={ticket} onClose={togglePanel} />
      </section>
    )
  );
}

function Drawer({
  ticket,
  single,
  label,
  onClose,
}: {
  ticket: Ticket;
  single: boolean;
  label: string;
  onClose: () => void;
}) {
  const ref = useModal();
  return (
    <dialog
      ref={ref}
      aria-label={label}
      data-panel
      className="bg-base-100 text-base-content border-line fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-full max-w-none border-0 p-0 backdrop:bg-black/40 md:w-90 md:border-l"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={(event) => {
        if (
          !closes(event.nativeEvent) ||
          !(event.target instanceof Element) ||
          event.target.closest("dialog") !== ref.current
        )
          return;
        event.preventDefault();
        onClose();
      }}
    >
      <PanelContent key={ticket.id} ticket={ticket} back={single} onClose={onClose} />
    </dialog>
  );
}

// Shortcuts are off under a dialog, so the key that opened this panel closes it here.
const closes = (event: KeyboardEvent) =>
  keys.some((key) => key.does === "panel" && !bindings.peek().off && matches(comboFor(key), event));

/** All data of the contact, or all media after the user asks for them. */
export function PanelContent({
  ticket,
  back = false,
  onClose,
}: {
  ticket: Ticket;
  back?: boolean;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<MediaKind>("image");
  const [all, setAll] = useState(false);
  const { isGroup } = ticket.contact;
  const title = all
    ? t("tickets.media.title")
    : t(isGroup ? "tickets.panel.group" : "tickets.panel.contact");
  return (
    <div className="flex h-full flex-col">
      <header className="flex h-14 shrink-0 items-center gap-1 px-2">
        {all && (
          <IconButton
            label={t("tickets.panel.backTo")}
            icon={ArrowLeft}
            onClick={() => setAll(false)}
          />
        )}
        {back && !all && (
          <IconButton label={t("tickets.panel.backToTalk")} icon={ArrowLeft} onClick={onClose} />
        )}
        <h2 className="min-w-0 flex-1 truncate px-2 font-semibold">{title}</h2>
        {!back && <IconButton label={t("tickets.panel.close")} icon={X} onClick={onClose} />}
      </header>
      {all ? (
        <div data-scrolls className="min-h-0 flex-1 overflow-y-auto px-4 pb-4">
          <Media ticket={ticket} kind={kind} onKind={setKind} />
        </div>
      ) : (
        <div data-scrolls className="min-h-0 flex-1 overflow-y-auto">
          <ContactDetails ticket={ticket} />
          {!ticket.isGroup && <Extras ticket={ticket} />}
          {ticket.referral && (
            <Section title={t("tickets.panel.ad")}>
              <AdCard ad={{ ...ticket.referral, thumbnail: null }} />
            </Section>
          )}
          <ContactTags contactId={ticket.contactId} />
          <Section title={t("tickets.tags.ofTicket")}>
            <TagBox ticket={ticket} place="panel" />
          </Section>
          <ContactSales ticket={ticket} />
          <Reminders ticket={ticket} />
          <Notes ticket={ticket} />
          {isGroup && <Group contactId={ticket.contactId} />}
          <Section title={t("tickets.media.title")}>
            <Media ticket={ticket} kind={kind} onKind={setKind} onAll={() => setAll(true)} />
          </Section>
          <PastTickets ticket={ticket} />
        </div>
      )}
    </div>
  );
}

/** The contact's own tags, independent of the open ticket. The contact's form changes them. */
function ContactTags({ contactId }: { contactId: number }) {
  useSignals();
  const { t } = useTranslation();
  const tags = useContact(contactId).contact.value?.tags ?? [];
  if (tags.length === 0) return null;
  return (
    <Section title={t("tickets.tags.ofContact")}>
      <ul className="flex flex-wrap gap-1.5">
        {tags.map(({ id, name, color }) => (
          <li key={id}>
            <Chip color={color}>{name}</Chip>
          </li>
        ))}
      </ul>
    </Section>
  );
}
