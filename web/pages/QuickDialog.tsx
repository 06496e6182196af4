import { Braces, Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { QuickMessage as Row } from "../../src/modules/quick-messages/table.ts";
import { uploadLimit, type Wire } from "../../src/shared.ts";
import { type Facts, fill } from "../../src/variables.ts";
import { api } from "../kit/api.ts";
import { IconButton } from "../kit/IconButton.tsx";
import type { Listing } from "../kit/listing.ts";
import { Menu } from "../kit/Menu.tsx";
import { RowDialog } from "../kit/RowDialog.tsx";
import { bytes } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { me } from "../session.ts";
import { FileInput } from "./tickets/write/FileInput.tsx";
import { plain } from "./tickets/talk/format.ts";
import { useVariables } from "./tickets/write/offers.ts";
import { shrunk } from "./tickets/write/shrink.ts";
import { typeIn } from "./tickets/write/typing.ts";

type QuickMessage = Wire<Row>;
type Props = { listing: Listing<QuickMessage>; title: string; row: QuickMessage | null; onClose: () => void };

/** Makes or changes a quick message: its words, what they will read like, and the file that goes along. */
export function QuickDialog({ listing, title, row, onClose }: Props) {
  const { t } = useTranslation();
  // Undefined while it is to stay as it is.
  const [file, setFile] = useState<File | null>();
  // A file that is refused after all leaves a row behind: it isn't made twice.
  const made = useRef(row?.id);

  const save = async (values: object) => {
    if (made.current) await api.put(`/quick-messages/${made.current}`, values);
    else made.current = (await api.post<QuickMessage>("/quick-messages", values)).id;
    const path = `/quick-messages/${made.current}/media-upload`;
    if (file) await api.post(path, formOf(file));
    else if (file === null && row?.media) await api.del(path);
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  const { shortcode, message, geral } = row ?? { shortcode: "", message: "", geral: false };
  return (
    <RowDialog title={title} listing={listing} values={{ shortcode, message, geral }} onSave={save} onClose={onClose} changed={file !== undefined} extras={{ message: (values) => <Words message={String(values.message)} /> }}>
      <Enclosure row={row} file={file} onChange={setFile} />
    </RowDialog>
  );
}

/** Puts variables in, and shows how the message will read. */
function Words({ message }: { message: string }) {
  const { t } = useTranslation();
  const names = useVariables(null);
  const read = fill(message, exampleOf(t("quickMessages.example")));
  const insert = (name: string) => {
    const field = document.querySelector<HTMLTextAreaElement>("dialog[open] textarea[name=message]");
    if (field) typeIn(field, `{{${name}}}`);
  };
  return (
    <div className="mt-1.5 flex items-start gap-3">
      <Menu label={t("messages.variables.button")} align="start" tip={false} className="btn btn-sm shrink-0" items={names.map(({ name, label }) => ({ label, onSelect: () => insert(name) }))}>
        <Braces size={16} aria-hidden />
        {t("messages.variables.short")}
      </Menu>
      {read !== message && (
        <p data-filled className="text-muted text-small line-clamp-4 min-w-0 flex-1 pt-1 break-words whitespace-pre-line">
          {t("messages.variables.says")} <span className="text-base-content">{plain(read)}</span>
        </p>
      )}
    </div>
  );
}

type EnclosureProps = { row: QuickMessage | null; file: File | null | undefined; onChange: (file: File | null) => void };

/** The file that goes along, or the way to choose one. */
function Enclosure({ row, file, onChange }: EnclosureProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const kept = file === undefined && row?.media ? { name: row.mediaName ?? "", size: row.media.size } : null;
  const shown = file ?? kept;

  const take = async ([chosen]: File[]) => {
    if (!chosen) return;
    const small = await shrunk(chosen);
    const { name } = chosen;
    if (small.size === 0) return setProblem(t("messages.attach.empty", { name }));
    if (small.size > uploadLimit) return setProblem(t("messages.attach.size", { name, limit: uploadLimit / 1024 / 1024 }));
    setProblem("");
    onChange(small);
  };

  return (
    <div role="group" aria-label={t("quickMessages.file")}>
      <span aria-hidden className="mb-1 block font-medium">
        {t("quickMessages.file")}
      </span>
      <div className="flex items-center gap-2">
        <button type="button" className="btn btn-sm shrink-0" onClick={() => input.current?.click()}>
          <Paperclip size={16} aria-hidden />
          {t(shown ? "quickMessages.changeFile" : "quickMessages.addFile")}
        </button>
        {shown && (
          <>
            <span className="min-w-0 truncate">{shown.name}</span>
            <span className="text-muted text-small tabular shrink-0">{bytes(shown.size)}</span>
            <IconButton label={t("messages.attach.remove", { name: shown.name })} icon={X} onClick={() => onChange(null)} />
          </>
        )}
      </div>
      <p role="status" className={`text-small mt-1 ${problem ? "text-error" : "text-muted"}`}>
        {problem || t("quickMessages.fileHint", { limit: uploadLimit / 1024 / 1024 })}
      </p>
      <FileInput ref={input} onPick={(chosen) => void take(chosen)} />
    </div>
  );
}

function formOf(file: File) {
  const form = new FormData();
  form.set("file", file);
  return form;
}

/** A conversation as it could be. */
function exampleOf(name: string): Facts {
  const { name: user = "", company, queues } = me.peek() ?? {};
  const now = Date.now();
  return {
    contact: { name, number: "5511988887777", email: "" }, ticket: { id: 1, createdAt: new Date(now) }, user, queue: queues?.[0]?.name ?? "", connection: "", company: company?.name ?? "", now,
    timezone: company?.timezone ?? "America/Sao_Paulo",
  };
}
