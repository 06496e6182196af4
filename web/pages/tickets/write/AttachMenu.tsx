import { useSignals } from "@preact/signals-react/runtime";
import {
  CalendarClock,
  Camera,
  Contact,
  FileText,
  Images,
  Layers,
  MapPin,
  Megaphone,
  Paperclip,
} from "lucide-react";
import { useRef } from "react";
import { useMedia } from "../../../kit/media.ts";
import { Menu } from "../../../kit/Menu.tsx";
import { maySell } from "../../../inbox/open-budgets.ts";
import { scheduleFor, sharing } from "../../../inbox/open-dialogs.ts";
import { FileInput } from "../../../kit/FileInput.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { maySchedule } from "../../../parts/schedules/lazy-dialog.ts";
import { addFiles } from "../../../parts/writing/files-to-send.ts";
import type { Ticket } from "../../../types.ts";

// An iPhone hands over its HEIC photos as JPEG to a field that names it. rules.md#photos
const pictureTypes = /iPhone|iPad/.test(navigator.userAgent)
  ? "image/jpeg,image/png,image/gif,video/*"
  : "image/*,video/*";

/** Offers all kinds of messages besides text. */
export function AttachMenu({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { id: ticketId, contact } = ticket;
  const { t } = useTranslation();
  const pictures = useRef<HTMLInputElement>(null);
  const any = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const handheld = useMedia("(pointer: coarse)");
  const take = (files: File[]) => void addFiles(ticketId, files);
  return (
    <>
      {handheld && (
        <IconButton
          label={t("messages.attach.camera")}
          icon={Camera}
          className="size-9!"
          onClick={() => camera.current?.click()}
        />
      )}
      <Menu
        label={t("messages.attach.button")}
        align="start"
        className="btn btn-ghost btn-square size-9"
        items={[
          {
            label: t("messages.attach.pictures"),
            icon: Images,
            onSelect: () => pictures.current?.click(),
          },
          {
            label: t("messages.attach.document"),
            icon: FileText,
            onSelect: () => any.current?.click(),
          },
          {
            label: t("messages.kinds.locationMessage"),
            icon: MapPin,
            onSelect: () => void (sharing.value = { ticketId, what: "place" }),
          },
          ...(maySell.value
            ? [
                {
                  label: t("messages.attach.promotion"),
                  icon: Megaphone,
                  onSelect: () => void (sharing.value = { ticketId, what: "promotion" }),
                },
              ]
            : []),
          {
            label: t("messages.kinds.vcard"),
            icon: Contact,
            onSelect: () => void (sharing.value = { ticketId, what: "contacts" }),
          },
          // A connection with a window has templates.
          ...(ticket.windowUntil
            ? [
                {
                  label: t("messages.attach.template"),
                  icon: Layers,
                  onSelect: () => void (sharing.value = { ticketId, what: "template" }),
                },
              ]
            : []),
          ...(maySchedule.value
            ? [
                {
                  label: t("tickets.schedule"),
                  icon: CalendarClock,
                  parted: true,
                  onSelect: () => void (scheduleFor.value = { contact, draftOf: ticketId }),
                },
              ]
            : []),
        ]}
      >
        <Paperclip size={18} aria-hidden />
      </Menu>
      <FileInput ref={pictures} accept={pictureTypes} multiple onPick={take} />
      <FileInput ref={camera} accept="image/*" capture="environment" onPick={take} />
      <FileInput ref={any} multiple onPick={take} />
    </>
  );
}
