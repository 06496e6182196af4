import { useSignals } from "@preact/signals-react/runtime";
import { Plus, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/Dialog.tsx";
import { IconButton } from "../../../kit/IconButton.tsx";
import { bytes } from "../../../kit/text.ts";
import { documentIcons } from "../talk/bodies/Document.tsx";
import { draftOf, setDraft } from "./draft.ts";
import { FileInput } from "../../../kit/FileInput.tsx";
import { documentTypeOf } from "./document-types.ts";
import { clearFiles, maxFiles, maxMegabytes, pasteFiles, type FileToSend, addFiles, restoreFiles, filesToSend, removeFile } from "./files-to-send.ts";
import { Player } from "../talk/Player.tsx";
import { signature } from "./signature.ts";
import type { Ticket } from "../types.ts";
import { sendContent } from "./undo.ts";

/** Files to be sent, each with its own caption. The text typed so far becomes the first one's. */
export function FilesDialog({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const draft = draftOf(id).peek();
  const [captions, setCaptions] = useState<ReadonlyMap<FileToSend, string>>(new Map());
  const [shown, setShown] = useState<FileToSend | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const files = filesToSend.value?.files ?? [];
  const large = shown && files.includes(shown) ? shown : files[0];
  const captionOf = (picked: FileToSend) => captions.get(picked) ?? picked.caption ?? (picked === files[0] ? draft.text : "");

  const send = () => {
    const all = files.map((picked) => ({ ...picked, caption: captionOf(picked).trim() }));
    const contents = all.map(({ file, kind, caption }, index) => ({ body: caption && signature() + caption, quotedMsg: index === 0 ? draft.quotedMsg : null, file: { file, kind, voice: null } }));
    sendContent(id, contents, (back) => restoreFiles(id, all.filter((_, index) => back.includes(index))));
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
        <>
          <button type="button" className="btn btn-ghost" onClick={clearFiles}>
            {t("common.cancel")}
          </button>
          <button type="button" className="btn btn-primary" onClick={send}>
            <SendHorizontal size={18} aria-hidden />
            {t("messages.attach.send", { count: files.length })}
          </button>
        </>
      }
    >
      <div className="flex flex-col gap-3" onPaste={(event) => pasteFiles(id, event)}>
        <div role="alert" className="contents">
          {filesToSend.value?.problems.map((problem) => (
            <p key={problem} className="border-error/40 bg-error/8 rounded-lg border px-3 py-2">
              {problem}
            </p>
          ))}
        </div>
        {large && <FilePreview picked={large} />}
        <FileRows files={files} large={large} captionOf={captionOf} onShow={setShown} onRemove={removeFile} />
        <div className="flex items-center gap-3">
          <button type="button" className="btn btn-sm" disabled={files.length >= maxFiles} onClick={() => input.current?.click()}>
            <Plus size={16} aria-hidden />
            {t("messages.attach.more")}
          </button>
          <p className="text-muted text-small min-w-0 flex-1">{t("messages.attach.limits", { count: maxFiles, limit: maxMegabytes })}</p>
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
  if (kind === "image") return <img src={url} alt={file.name} className="bg-base-200 h-40 w-full rounded-lg object-contain sm:h-64" />;
  if (kind === "video") return <video key={url} src={url} controls playsInline preload="metadata" aria-label={file.name} className="h-40 w-full rounded-lg bg-black object-contain sm:h-64" />;
  if (kind === "audio") return <Player key={url} source={url} seconds={0} waveform={null} label={file.name} />;
  return null;
}

type RowsProps = { files: FileToSend[]; large: FileToSend | undefined; captionOf: (picked: FileToSend) => string; onShow: (picked: FileToSend) => void; onRemove: (picked: FileToSend) => void };

/** Each file with its name, its caption and its size. */
export function FileRows({ files, large, captionOf, onShow, onRemove }: RowsProps) {
  const { t } = useTranslation();
  return (
    <ul className="border-line divide-line max-h-60 divide-y overflow-y-auto rounded-lg border">
      {files.map((picked) => {
        const { file, kind, url } = picked;
        const Icon = documentIcons[documentTypeOf(file.type, file.name)];
        return (
          <li key={url} className={`flex items-center gap-2 py-1 pr-1.5 pl-2 ${picked === large && files.length > 1 ? "bg-hover" : ""}`}>
            <button type="button" aria-pressed={picked === large} className="flex min-w-0 flex-1 cursor-pointer items-center gap-3 rounded-md py-0.5 text-left" onClick={() => onShow(picked)}>
              {kind === "image" ? <img src={url} alt="" className="size-9 shrink-0 rounded-md object-cover" /> : <span className="bg-base-200 text-primary grid size-9 shrink-0 place-items-center rounded-md"><Icon size={18} aria-hidden /></span>}
              <span className="min-w-0 flex-1">
                <span className="block truncate">{file.name}</span>
                {files.length > 1 && captionOf(picked).trim() && <span className="text-muted text-small block truncate">{captionOf(picked)}</span>}
              </span>
              <span className="text-muted text-small tabular shrink-0">{bytes(file.size)}</span>
            </button>
            <IconButton label={t("messages.attach.remove", { name: file.name })} icon={X} onClick={() => onRemove(picked)} />
          </li>
        );
      })}
    </ul>
  );
}
