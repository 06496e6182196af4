import { useSignals } from "@preact/signals-react/runtime";
import {
  AudioLines,
  Contact,
  FileText,
  Image,
  MapPin,
  Megaphone,
  Mic,
  Paperclip,
  SendHorizontal,
  X,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { uploadLimit, uploadMegabytes } from "../../../src/shared/limits.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { Menu } from "../../kit/Menu.tsx";
import { toast } from "../../kit/Toast.tsx";
import { FileInput } from "../../kit/FileInput.tsx";
import { useTranslation } from "../../kit/text.ts";
import { startRecording, activeRecording } from "../../parts/writing/recorder.ts";
import type { Subject } from "./PhoneActions.tsx";
import { useSource } from "../../parts/phone/PhoneFile.tsx";
import { phoneSummary } from "../../parts/phone/phone-message.ts";
import {
  editDeleteOrReact,
  customer,
  sendMessage,
  type NewMessage,
  reportTyping,
} from "./phone.ts";
import { sampleVoice } from "./sample.ts";
import { Share, type Shared } from "./Share.tsx";
import { phoneId, VoiceBar } from "./VoiceBar.tsx";

type Props = {
  /** The message that is replied to or edited. */
  subject: Subject | null;
  shop: string;
  onSubject: (subject: Subject | null) => void;
};

/** Where the customer writes, records, and sends files, contacts and locations. */
export function PhoneComposer({ subject, shop, onSubject }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const preview = useSource({ file });
  const [sharing, setSharing] = useState<Shared | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { name, number } = customer.value;
  const recording = activeRecording.value?.ticketId === phoneId;
  const edits = subject?.edits === true;

  useEffect(() => {
    setText("");
    setFile(undefined);
    onSubject(null);
  }, [number, onSubject]);
  useEffect(() => {
    if (!subject) return;
    if (subject.edits) setText(subject.message.body);
    area.current?.focus();
  }, [subject]);

  const cancelSubject = () => {
    if (edits) setText("");
    onSubject(null);
  };

  const sendContent = (saying: NewMessage) => {
    void sendMessage({ ...saying, quotedMsgId: edits ? null : (subject?.message.id ?? null) });
    if (!edits) onSubject(null);
  };

  const send = () => {
    const body = text.trim();
    if (!body && !file) return;
    if (subject?.edits) void editDeleteOrReact(subject.message, "edits", body);
    else sendContent({ body, file });
    setText("");
    setFile(undefined);
    onSubject(null);
    area.current?.focus();
  };

  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape" && subject) return cancelSubject();
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  const attach = (picked: File | undefined) => {
    if (!picked) return;
    if (picked.size > uploadLimit)
      return void toast.error(
        t("messages.attach.size", { name: picked.name, limit: uploadMegabytes }),
      );
    if (picked.size === 0)
      return void toast.error(t("messages.attach.empty", { name: picked.name }));
    setFile(picked);
    area.current?.focus();
  };

  const record = async () => {
    const problem = await startRecording(phoneId);
    if (problem)
      toast.info(t(`messages.voice.${problem}`), {
        label: t("practice.sampleVoice"),
        run: () => sendContent(sampleVoice()),
      });
  };

  return (
    <>
      <form
        className="bg-base-100 border-line border-t px-2 py-2"
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        {subject && (
          <div className="bg-base-200 border-l-info mb-2 flex items-start gap-2 rounded-lg border-l-4 py-1 pl-2">
            <p className="text-small min-w-0 flex-1">
              <span className="block font-semibold">
                {edits
                  ? t("messages.edit")
                  : subject.message.from === null
                    ? shop
                    : t("messages.you")}
              </span>
              <span className="text-muted line-clamp-1">{phoneSummary(subject.message)}</span>
            </p>
            <IconButton
              label={t(edits ? "common.cancel" : "messages.noReply")}
              icon={X}
              side="top"
              onClick={cancelSubject}
            />
          </div>
        )}
        {file && (
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
              onClick={() => setFile(undefined)}
            >
              <X size={14} aria-hidden />
            </button>
          </div>
        )}
        <FileInput ref={chooser} onPick={([first]) => attach(first)} />
        {recording ? (
          <VoiceBar onSend={sendContent} />
        ) : (
          <div className="flex items-end gap-1">
            <Menu
              label={t("messages.attach.button")}
              align="start"
              className="btn btn-ghost btn-square size-10"
              items={[
                {
                  label: t("practice.file"),
                  icon: Image,
                  onSelect: () => chooser.current?.click(),
                },
                {
                  label: t("messages.kinds.locationMessage"),
                  icon: MapPin,
                  onSelect: () => setSharing("place"),
                },
                {
                  label: t("messages.kinds.vcard"),
                  icon: Contact,
                  onSelect: () => setSharing("contact"),
                },
                {
                  label: t("practice.comeFromAd"),
                  icon: Megaphone,
                  onSelect: () => setSharing("ad"),
                },
                {
                  label: t("practice.sampleVoice"),
                  icon: AudioLines,
                  onSelect: () => sendContent(sampleVoice()),
                },
              ]}
            >
              <Paperclip size={18} aria-hidden />
            </Menu>
            <textarea
              ref={area}
              rows={1}
              value={text}
              maxLength={65_000}
              aria-label={t("practice.writeAs", { name })}
              placeholder={t("practice.placeholder", { name })}
              onChange={({ target }) => {
                setText(target.value);
                reportTyping(target.value !== "");
              }}
              onKeyDown={press}
              className="text-talk border-(--field-line) placeholder:text-muted focus:border-primary field-sizing-content max-h-28 min-h-10 flex-1 resize-none rounded-3xl border bg-transparent px-4 py-2 outline-none"
            />
            {text.trim() || file || edits ? (
              <button
                type="submit"
                aria-label={t("messages.send")}
                className="btn btn-primary btn-circle size-10"
                disabled={!text.trim() && !file}
              >
                <SendHorizontal size={18} aria-hidden />
              </button>
            ) : (
              <IconButton
                label={t("messages.voice.record")}
                icon={Mic}
                side="top"
                className="btn-circle size-10!"
                onClick={() => void record()}
              />
            )}
          </div>
        )}
      </form>
      {sharing && <Share what={sharing} onSend={sendContent} onClose={() => setSharing(null)} />}
    </>
  );
}
