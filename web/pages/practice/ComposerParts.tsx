import {
  AudioLines,
  Contact,
  FileText,
  Image,
  MapPin,
  Megaphone,
  Paperclip,
  X,
} from "lucide-react";
import { IconButton } from "../../kit/IconButton.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useSource } from "../../parts/phone/PhoneFile.tsx";
import { phoneSummary } from "../../parts/phone/phone-message.ts";
import type { Subject } from "./PhoneActions.tsx";
import type { Shared } from "./Share.tsx";

/** The message that the customer replies to or edits. */
export function SubjectRow({
  subject,
  shop,
  onCancel,
}: {
  subject: Subject;
  shop: string;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const edits = subject.edits === true;
  return (
    <div className="bg-base-200 border-l-info mb-2 flex items-start gap-2 rounded-lg border-l-4 py-1 pl-2">
      <p className="text-small min-w-0 flex-1">
        <span className="block font-semibold">
          {edits ? t("messages.edit") : subject.message.from === null ? shop : t("messages.you")}
        </span>
        <span className="text-muted line-clamp-1">{phoneSummary(subject.message)}</span>
      </p>
      <IconButton
        label={t(edits ? "common.cancel" : "messages.noReply")}
        icon={X}
        side="top"
        onClick={onCancel}
      />
    </div>
  );
}

/** The file that goes with the next message. */
export function AttachedFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t } = useTranslation();
  const preview = useSource({ file });
  return (
    <div className="relative mb-2 w-fit">
      {file.type.startsWith("image/") ? (
        <img src={preview} alt={file.name} className="h-28 rounded-lg object-cover" />
      ) : (
        <p className="bg-base-200 flex max-w-64 items-center gap-2 rounded-lg px-3 py-2">
          <FileText size={18} aria-hidden className="shrink-0" />
          <span className="truncate">{file.name}</span>
        </p>
      )}
      <button
        type="button"
        aria-label={t("messages.attach.remove", { name: file.name })}
        className="btn btn-neutral btn-circle btn-xs absolute -top-2 -right-2"
        onClick={onRemove}
      >
        <X size={14} aria-hidden />
      </button>
    </div>
  );
}

/** The menu of messages other than text. */
export function AttachMenu({
  onFile,
  onShare,
  onSampleVoice,
}: {
  onFile: () => void;
  onShare: (what: Shared) => void;
  onSampleVoice: () => void;
}) {
  const { t } = useTranslation();
  return (
    <Menu
      label={t("messages.attach.button")}
      align="start"
      className="btn btn-ghost btn-square size-10"
      items={[
        {
          label: t("practice.file"),
          icon: Image,
          onSelect: onFile,
        },
        {
          label: t("messages.kinds.locationMessage"),
          icon: MapPin,
          onSelect: () => onShare("place"),
        },
        {
          label: t("messages.kinds.vcard"),
          icon: Contact,
          onSelect: () => onShare("contact"),
        },
        {
          label: t("practice.comeFromAd"),
          icon: Megaphone,
          onSelect: () => onShare("ad"),
        },
        {
          label: t("practice.sampleVoice"),
          icon: AudioLines,
          onSelect: onSampleVoice,
        },
      ]}
    >
      <Paperclip size={18} aria-hidden />
    </Menu>
  );
}
