import { useSignals } from "@preact/signals-react/runtime";
import { FileText, Paperclip, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { uploadLimit } from "../../../src/shared.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { toast } from "../../kit/Toast.tsx";
import { FileInput } from "../tickets/FileInput.tsx";
import { inWords } from "../tickets/kinds.ts";
import { mostMegabytes } from "../tickets/picked.ts";
import { customer, type PhoneMessage, say } from "./phone.ts";

type Props = { quoted: PhoneMessage | null; shop: string; onQuote: (message: PhoneMessage | null) => void };

/** Where the customer writes. */
export function Writer({ quoted, shop, onQuote }: Props) {
  useSignals();
  const { t } = useTranslation();
  const [text, setText] = useState("");
  const [media, setMedia] = useState<{ url: string; name: string } | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const { name, number } = customer.value;

  useEffect(() => {
    setText("");
    setMedia(null);
    onQuote(null);
  }, [number, onQuote]);
  useEffect(() => {
    if (quoted) area.current?.focus();
  }, [quoted]);

  const send = () => {
    if (!text.trim() && !media) return;
    void say(text.trim(), media?.url ?? null, quoted?.id ?? null);
    setText("");
    setMedia(null);
    onQuote(null);
    area.current?.focus();
  };

  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  const attach = async (picked: File | undefined) => {
    if (!picked) return;
    if (picked.size > uploadLimit) return void toast.error(t("messages.attach.size", { name: picked.name, limit: mostMegabytes }));
    if (picked.size === 0) return void toast.error(t("messages.attach.empty", { name: picked.name }));
    setMedia({ url: await dataUrl(picked), name: picked.name });
    area.current?.focus();
  };

  return (
    <form
      className="bg-base-100 border-line border-t px-2 py-2"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      {quoted && (
        <div className="bg-base-200 border-l-info mb-2 flex items-start gap-2 rounded-lg border-l-4 py-1 pl-2">
          <p className="text-small min-w-0 flex-1">
            <span className="block font-semibold">{shop}</span>
            <span className="text-muted line-clamp-1">{inWords(quoted.type, quoted.body)}</span>
          </p>
          <IconButton label={t("messages.noReply")} icon={X} side="top" onClick={() => onQuote(null)} />
        </div>
      )}
      {media && (
        <div className="relative mb-2 w-fit">
          {media.url.startsWith("data:image/") ? (
            <img src={media.url} alt={media.name} className="h-28 rounded-lg object-cover" />
          ) : (
            <p className="bg-base-200 flex max-w-64 items-center gap-2 rounded-lg px-3 py-2">
              <FileText size={18} aria-hidden className="shrink-0" />
              <span className="truncate">{media.name}</span>
            </p>
          )}
          <button type="button" aria-label={t("messages.attach.remove", { name: media.name })} className="btn btn-neutral btn-circle btn-xs absolute -top-2 -right-2" onClick={() => setMedia(null)}>
            <X size={14} aria-hidden />
          </button>
        </div>
      )}
      <div className="flex items-end gap-1">
        <IconButton label={t("messages.attach.button")} icon={Paperclip} side="top" className="size-10!" onClick={() => file.current?.click()} />
        <FileInput ref={file} onPick={([first]) => void attach(first)} />
        <textarea
          ref={area}
          rows={1}
          value={text}
          maxLength={65_000}
          aria-label={t("practice.writeAs", { name })}
          placeholder={t("practice.placeholder", { name })}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={press}
          className="text-talk border-(--field-line) placeholder:text-muted focus:border-primary field-sizing-content max-h-28 min-h-10 flex-1 resize-none rounded-3xl border bg-transparent px-4 py-2 outline-none"
        />
        <button type="submit" aria-label={t("messages.send")} className="btn btn-primary btn-circle size-10" disabled={!text.trim() && !media}>
          <SendHorizontal size={18} aria-hidden />
        </button>
      </div>
    </form>
  );
}

const dataUrl = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(file);
  });
