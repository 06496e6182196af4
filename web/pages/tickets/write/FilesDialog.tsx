import { useSignals } from "@preact/signals-react/runtime";
import { Plus, SendHorizontal } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { maxFilesSent, uploadMegabytes } from "../../../../src/shared/limits.ts";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { backToComposer } from "../../../inbox/composer-focus.ts";
import { draftOf, setDraft } from "../../../inbox/draft.ts";
import { FileInput } from "../../../kit/FileInput.tsx";
import { useTranslation } from "../../../kit/text.ts";
import { FileRows } from "../../../parts/writing/FileRows.tsx";
import {
  clearFiles,
  pasteFiles,
  type FileToSend,
  addFiles,
  restoreFiles,
  filesToSend,
  removeFile,
} from "../../../parts/writing/files-to-send.ts";
import { Player } from "../../../messages/Player.tsx";
import { signature } from "./signature.ts";
import type { Ticket } from "../../../types.ts";
import { sendContent } from "./undo.ts";

/** Files to send, each with its own caption. The typed text becomes the first caption. */
export function FilesDialog({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const draft = draftOf(id).peek();
  const [captions, setCaptions] = useState<ReadonlyMap<FileToSend, string>>(new Map());
  const [selected, setSelected] = useState<FileToSend | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const files = filesToSend.value?.files ?? [];
  const large = selected && files.includes(selected) ? selected : files[0];
  const captionOf = (picked: FileToSend) =>
    captions.get(picked) ?? picked.caption ?? (picked === files[0] ? draft.text : "");

  // The opener is a menu: the focus goes to the composer, where the user goes on.
  useEffect(() => backToComposer, []);

  const send = () => {
    const all = files.map((picked) => ({ ...picked, caption: captionOf(picked).trim() }));
    const contents = all.map(({ file, kind, caption }, index) => ({
      body: caption && signature() + caption,
      quotedMsg: index === 0 ? draft.quotedMsg : null,
      file: { file, kind, voice: null },
    }));
    sendContent(id, contents, (back) =>
      restoreFiles(
        id,
        all.filter((_, index) => back.includes(index)),
      ),
    );
    setDraft(id, { text: "", quotedMsg: null });
    clearFiles();
  };

  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <Dialog
      title={t("messages.attach.title", { name: contact.name })}
      onClose={clearFiles}
      footer={
        <DialogActions
          onCancel={clearFiles}
          action={t("messages.attach.send", { count: files.length })}
          icon={SendHorizontal}
          onAction={send}
        />
      }
    >
      <div
        className="flex flex-col gap-3"
        onPaste={(event) => pasteFiles(event, (files) => void addFiles(id, files))}
      >
        <div role="alert" className="contents">
          {filesToSend.value?.problems.map((problem) => (
            <p key={problem} className="border-error/40 bg-error/8 rounded-lg border px-3 py-2">
              {problem}
            </p>
          ))}
        </div>
        {large && <FilePreview picked={large} />}
        <FileRows
          files={files}
          large={large}
          captionOf={captionOf}
          onShow={setSelected}
          onRemove={removeFile}
        />
        <div className="flex items-center gap-3">
          <button
            type="button"
            className="btn btn-sm"
            disabled={files.length >= maxFilesSent}
            onClick={() => input.current?.click()}
          >
            <Plus size={16} aria-hidden />
            {t("messages.attach.more")}
          </button>
          <p className="text-muted text-small min-w-0 flex-1">
            {t("messages.attach.limits", { count: maxFilesSent, limit: uploadMegabytes })}
          </p>
        </div>
        <FileInput ref={input} multiple onPick={(chosen) => void addFiles(id, chosen)} />
        {large && (
          <label className="flex flex-col gap-1">
            <span className="font-medium">{t("messages.attach.caption")}</span>
            <textarea
              data-autofocus
              className="textarea text-talk min-h-16"
              rows={2}
              value={captionOf(large)}
              maxLength={4000}
              onChange={({ target }) => setCaptions(new Map(captions).set(large, target.value))}
              onKeyDown={press}
            />
          </label>
        )}
      </div>
    </Dialog>
  );
}

function FilePreview({ picked: { file, kind, url } }: { picked: FileToSend }) {
  if (kind === "image")
    return (
      <img
        src={url}
        alt={file.name}
        className="bg-base-200 h-40 w-full rounded-lg object-contain sm:h-64"
      />
    );
  if (kind === "video")
    return (
      <video
        key={url}
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={file.name}
        className="h-40 w-full rounded-lg bg-black object-contain sm:h-64"
      />
    );
  if (kind === "audio")
    return <Player key={url} source={url} seconds={0} waveform={null} label={file.name} />;
  return null;
}
