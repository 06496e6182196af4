import { useSignals } from "@preact/signals-react/runtime";
import { ImagePlus, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import { clear, draftOf } from "./draft.ts";
import { post } from "./outbox.ts";
import { PictureInput } from "./PictureInput.tsx";
import { closeSheet, paste, type Picture, pick, sheet, unpick } from "./pictures.ts";
import { signature } from "./signature.ts";
import type { Ticket } from "./types.ts";

/** Pictures before they go, with one caption. What was typed so far becomes the caption. */
export function PictureSheet({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const { id, contact } = ticket;
  const draft = draftOf(id).peek();
  const [caption, setCaption] = useState(draft.text);
  const [shown, setShown] = useState<Picture | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const pictures = sheet.value?.pictures ?? [];
  const large = shown && pictures.includes(shown) ? shown : pictures[0];

  const send = () => {
    const body = caption.trim() ? signature() + caption.trim() : "";
    pictures.forEach((picture, index) => post(id, { body: index === 0 ? body : "", quotedMsg: index === 0 ? draft.quotedMsg : null, picture }));
    clear(id);
    closeSheet();
  };

  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <Dialog
      title={t("messages.attach.title", { name: contact.name })}
      onClose={closeSheet}
      footer={
        <>
          <button type="button" className="btn btn-ghost" onClick={closeSheet}>
            {t("common.cancel")}
          </button>
          <button type="button" className="btn btn-primary" onClick={send}>
            <SendHorizontal size={18} aria-hidden />
            {t("messages.attach.send", { count: pictures.length })}
          </button>
        </>
      }
    >
      <div className="flex flex-col gap-3" onPaste={(event) => paste(id, event)}>
        <div role="alert" className="contents">
          {sheet.value?.problems.map((problem) => (
            <p key={problem} className="border-error/40 bg-error/8 rounded-lg border px-3 py-2">
              {problem}
            </p>
          ))}
        </div>
        {large && <img src={large.url} alt={large.file.name} className="bg-base-200 h-64 w-full rounded-lg object-contain" />}
        <ul className="flex flex-wrap gap-2">
          {pictures.map((picture) => (
            <li key={picture.url} className="relative">
              <button type="button" aria-label={picture.file.name} aria-pressed={picture === large} className={`block size-16 cursor-pointer overflow-hidden rounded-lg border-2 ${picture === large ? "border-primary" : "border-transparent"}`} onClick={() => setShown(picture)}>
                <img src={picture.url} alt="" className="size-full object-cover" />
              </button>
              <button type="button" aria-label={t("messages.attach.remove", { name: picture.file.name })} className="btn btn-neutral btn-circle btn-xs absolute -top-2 -right-2" onClick={() => unpick(picture)}>
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
          <li>
            <button type="button" aria-label={t("messages.attach.more")} className="btn btn-square size-16! border-dashed" onClick={() => file.current?.click()}>
              <ImagePlus size={20} aria-hidden />
            </button>
          </li>
        </ul>
        <PictureInput ref={file} multiple onPick={(files) => void pick(id, files)} />
        <label className="flex flex-col gap-1">
          <span className="font-medium">{t("messages.attach.caption")}</span>
          <textarea data-autofocus className="textarea text-talk min-h-16" rows={2} value={caption} maxLength={4000} onChange={({ target }) => setCaption(target.value)} onKeyDown={press} />
        </label>
      </div>
    </Dialog>
  );
}
