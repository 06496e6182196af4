import { useSignals } from "@preact/signals-react/runtime";
import { FileDown, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import type { DeletedCompany } from "../../../src/modules/companies/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { api } from "../../kit/api.ts";
import { download } from "../../kit/download.ts";
import { bytes, date, dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../session/live.ts";
import { ImportCompany } from "./company-files/ImportCompany.tsx";

type Deleted = Wire<DeletedCompany>[];

/** Deleted companies that the owner can still restore or download. rules.md#companies */
export function DeletedCompanies() {
  const [deleted, setDeleted] = useState<Deleted>([]);
  useEffect(() => {
    const read = () => void api.get<Deleted>("/companies/deleted").then(setDeleted, toast.error);
    read();
    return live.on("companies", read);
  }, []);
  return deleted.length > 0 && <DeletedList deleted={deleted} />;
}

export function DeletedList({ deleted }: { deleted: Deleted }) {
  useSignals();
  const { t } = useTranslation();
  const [busy, setBusy] = useState("");
  const [bringing, setBringing] = useState<{ path: string; name: string } | null>(null);
  const take = async (path: string) => {
    setBusy(path);
    await download(`/companies/${path}`).catch(toast.error);
    setBusy("");
  };
  return (
    <section className="mt-8" aria-label={t("companies.deletedOnes")}>
      <h2 className="text-title font-semibold">{t("companies.deletedOnes")}</h2>
      <p className="text-muted mb-3">{t("companies.deletedOnesText")}</p>
      <ul className="card-quiet divide-line divide-y">
        {deleted.map(({ kept, name, size, deletedAt, removedAt }) => (
          <li
            key={kept}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3"
          >
            <span className="min-w-0">
              <span className="block font-medium break-words">{name}</span>
              <span className="text-muted text-small tabular block">
                {t("companies.deletedAt", { at: dateTime(deletedAt), until: date(removedAt) })}
              </span>
              <span className="text-muted text-small block break-all">
                {size === null ? kept : `${kept} · ${bytes(size)}`}
              </span>
            </span>
            <span className="flex flex-wrap gap-2">
              {size !== null && (
                <button
                  type="button"
                  className="btn btn-sm"
                  aria-label={t("companyFiles.bringBackOf", { name })}
                  onClick={() => setBringing({ path: `/companies/${kept}`, name })}
                >
                  <Undo2 size={16} aria-hidden />
                  {t("companyFiles.bringBack")}
                </button>
              )}
              <button
                type="button"
                className="btn btn-sm"
                aria-label={t("companies.downloadOf", { name })}
                disabled={busy !== ""}
                onClick={() => void take(kept)}
              >
                {busy === kept ? (
                  <span aria-hidden className="loading loading-spinner loading-xs" />
                ) : (
                  <FileDown size={16} aria-hidden />
                )}
                {t("companies.download")}
              </button>
            </span>
          </li>
        ))}
      </ul>
      {bringing && <ImportCompany onServer={bringing} onClose={() => setBringing(null)} />}
    </section>
  );
}
