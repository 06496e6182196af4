import { FileText, Megaphone } from "lucide-react";
import { useEffect, useState } from "react";
import type * as promotionsTable from "../../../../../src/modules/promotions/table.ts";
import type { Wire } from "../../../../../src/shared/wire.ts";
import { api } from "../../../../kit/api.ts";
import { Dialog } from "../../../../kit/Dialog.tsx";
import { Empty } from "../../../../kit/Empty.tsx";
import { isPdfLink } from "../../../../kit/pdf.ts";
import { Delayed, Skeleton } from "../../../../kit/Skeleton.tsx";
import { date, useTranslation } from "../../../../kit/text.ts";
import { addTexts } from "../../../../kit/translations.ts";
import { useBusy } from "../../../../kit/use-busy.ts";
import { LoadFailed } from "../../../../lists/NextPage.tsx";
import { companyDay } from "../../../../parts/days/company-day.ts";
import { addFiles } from "../../../../parts/writing/files-to-send.ts";
import type { Ticket } from "../../../../types.ts";
import texts from "./texts.json";

addTexts(texts);

type Promotion = Wire<promotionsTable.Promotion>;

/**
 * Shares the flyer of a current promotion: adds it to the files to send, where the agent writes a
 * caption.
 */
export function SharePromotion({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const { t } = useTranslation();
  const [rows, setRows] = useState<Promotion[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [busy, run] = useBusy();

  const read = () => {
    setFailed(false);
    void api.get<Promotion[]>("/promotions/list").then(
      (all) => setRows(all.filter(isCurrent)),
      () => setFailed(true),
    );
  };
  useEffect(read, []);

  const take = async ({ mediaPath, mediaName, name }: Promotion) => {
    if (!mediaPath) return;
    const blob = await api.stored(mediaPath);
    await addFiles(ticket.id, [new File([blob], mediaName ?? `${name}.png`, { type: blob.type })]);
    onClose();
  };

  return (
    <Dialog title={t("flyers.title", { name: ticket.contact.name })} onClose={onClose}>
      {failed && <LoadFailed retry={read} />}
      {!failed && rows === null && (
        <Delayed>
          <Skeleton className="h-28 w-full" />
        </Delayed>
      )}
      {rows?.length === 0 && (
        <Empty icon={Megaphone} title={t("flyers.none")} text={t("flyers.noneText")} />
      )}
      {rows && rows.length > 0 && <p className="text-muted mb-3">{t("flyers.choose")}</p>}
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {rows?.map((promotion, index) => (
          <li key={promotion.id}>
            <button
              type="button"
              data-autofocus={index === 0 || undefined}
              disabled={busy}
              className="card-quiet hover:bg-hover block w-full cursor-pointer overflow-hidden text-left"
              onClick={() => void run(() => take(promotion))}
            >
              {isPdfLink(promotion.mediaPath) ? (
                <span className="bg-base-200 text-primary grid aspect-square w-full place-items-center">
                  <FileText size={40} aria-hidden />
                </span>
              ) : (
                <img
                  src={`${promotion.mediaPath}&thumb=true`}
                  alt=""
                  loading="lazy"
                  decoding="async"
                  className="bg-base-200 aspect-square w-full object-cover"
                />
              )}
              <span className="block px-2.5 py-2">
                <span className="block font-medium break-words">{promotion.name}</span>
                <span className="text-muted text-small block">
                  {promotion.store?.name ?? t("flyers.allStores")} ·{" "}
                  {t("flyers.until", { date: date(promotion.endpromotionsAt) })}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** The first and the last day both count. */
function isCurrent({ status, mediaPath, startpromotionsAt, endpromotionsAt }: Promotion) {
  const today = companyDay(Date.now());
  return status && mediaPath !== null && startpromotionsAt <= today && today <= endpromotionsAt;
}
