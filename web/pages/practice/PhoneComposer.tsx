import { useSignals } from "@preact/signals-react/runtime";
import { Mic, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, type Ref, useEffect, useRef, useState } from "react";
import { uploadLimit, uploadMegabytes } from "../../../src/shared/limits.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { toast } from "../../kit/Toast.tsx";
import { FileInput } from "../../kit/FileInput.tsx";
import { t, useTranslation } from "../../kit/text.ts";
import { startRecording, activeRecording } from "../../parts/writing/recorder.ts";
import { AttachedFile, AttachMenu, SubjectRow } from "./ComposerParts.tsx";
import type { Subject } from "./PhoneActions.tsx";
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
  /** The message to reply to or to edit. */
  subject: Subject | null;
  shop: string;
  onSubject: (subject: Subject | null) => void;
};

/** The customer's composer: text, voice, files, contacts and locations. */
export function PhoneComposer({ subject, shop, onSubject }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [sharing, setSharing] = useState<Shared | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const { number } = customer.value;
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

  const sendContent = (message: NewMessage) => {
    void sendMessage({ ...message, quotedMsgId: edits ? null : (subject?.message.id ?? null) });
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
    if (!picked || isRefused(picked)) return;
    setFile(picked);
    area.current?.focus();
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
        {subject && <SubjectRow subject={subject} shop={shop} onCancel={cancelSubject} />}
        {file && <AttachedFile file={file} onRemove={() => setFile(undefined)} />}
        <FileInput ref={chooser} onPick={([first]) => attach(first)} />
        {recording ? (
          <VoiceBar onSend={sendContent} />
        ) : (
          <div className="flex items-end gap-1">
            <AttachMenu
              onFile={() => chooser.current?.click()}
              onShare={setSharing}
              onSampleVoice={() => sendContent(sampleVoice())}
            />
            <PhoneTextBox area={area} text={text} onType={setText} onKeyDown={press} />
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
              <RecordButton send={sendContent} />
            )}
          </div>
        )}
      </form>
      {sharing && <Share what={sharing} onSend={sendContent} onClose={() => setSharing(null)} />}
    </>
  );
}

function PhoneTextBox({
  area,
  text,
  onType,
  onKeyDown,
}: {
  area: Ref<HTMLTextAreaElement>;
  text: string;
  onType: (text: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  useSignals();
  const { t } = useTranslation();
  const { name } = customer.value;
  return (
    <textarea
      ref={area}
      rows={1}
      value={text}
      maxLength={65_000}
      aria-label={t("practice.writeAs", { name })}
      placeholder={t("practice.placeholder", { name })}
      onChange={({ target }) => {
        onType(target.value);
        reportTyping(target.value !== "");
      }}
      onKeyDown={onKeyDown}
      className="text-talk border-(--field-line) placeholder:text-muted focus:border-primary field-sizing-content max-h-28 min-h-10 flex-1 resize-none rounded-3xl border bg-transparent px-4 py-2 outline-none"
    />
  );
}

/** Starts a recording. Where there is no microphone, it offers a sample. */
function RecordButton({ send }: { send: (message: NewMessage) => void }) {
  const { t } = useTranslation();
  const record = async () => {
    const problem = await startRecording(phoneId);
    if (problem)
      toast.info(t(`messages.voice.${problem}`), {
        label: t("practice.sampleVoice"),
        run: () => send(sampleVoice()),
      });
  };

  return (
    <IconButton
      label={t("messages.voice.record")}
      icon={Mic}
      side="top"
      className="btn-circle size-10!"
      onClick={() => void record()}
    />
  );
}

/** Refuses a file that is too large or empty, with a notice. */
function isRefused({ name, size }: File): boolean {
  if (size > uploadLimit) toast.error(t("messages.attach.size", { name, limit: uploadMegabytes }));
  else if (size === 0) toast.error(t("messages.attach.empty", { name }));
  return size > uploadLimit || size === 0;
}
