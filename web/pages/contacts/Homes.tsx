import { Pencil, Plus, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/IconButton.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { LoadFailed } from "../tickets/panel/LoadMore.tsx";
import { typedZip, useHomes } from "./homes.ts";
import type { Home } from "./types.ts";

type Deeds = { onEdit: (home: Home | "new") => void; onDelete: (home: Home) => void };

/** Where a contact lives, or wants things brought to. What is changed here is kept at once. */
export function Homes({ contactId, ...deeds }: Deeds & { contactId: number }) {
  const { rows, failed, read } = useHomes(contactId);
  return <HomeList rows={rows} failed={failed !== null} retry={read} {...deeds} />;
}

export function HomeList({ rows, failed, retry, onEdit, onDelete }: Deeds & { rows: Home[] | null; failed: boolean; retry: () => void }) {
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend className="mb-1 font-medium">{t("contacts.homes.title")}</legend>
      {failed && rows === null && <LoadFailed retry={retry} />}
      {!failed && rows === null && (
        <Delayed>
          <Skeleton className="h-14 w-full" />
        </Delayed>
      )}
      <ul className="flex flex-col gap-2">
        {rows?.map((home) => (
          <li key={home.id} className="border-line flex items-start gap-2 rounded-lg border py-2 pr-1.5 pl-3">
            <div className="min-w-0 flex-1 break-words">
              <p className="font-medium">
                {home.type}
                {home.isActive && <span className="bg-primary/12 text-primary text-small ml-2 rounded-md px-1.5 py-0.5">{t("contacts.homes.main")}</span>}
              </p>
              <p>
                {home.address}, {home.number}
                {home.complement && ` · ${home.complement}`}
              </p>
              <p className="text-muted text-small">
                {home.neighborhood}, {home.city} – {home.state} · {typedZip(home.zipCode)}
              </p>
            </div>
            <IconButton label={t("contacts.homes.editOf", { type: home.type })} icon={Pencil} className="text-muted" onClick={() => onEdit(home)} />
            <IconButton label={t("contacts.homes.deleteOf", { type: home.type })} icon={Trash2} className="text-muted hover:text-error focus-visible:text-error" onClick={() => onDelete(home)} />
          </li>
        ))}
      </ul>
      {rows && (
        <button type="button" className="btn btn-ghost btn-sm mt-1 -ml-2" onClick={() => onEdit("new")}>
          <Plus size={16} aria-hidden />
          {t("contacts.homes.add")}
        </button>
      )}
    </fieldset>
  );
}
