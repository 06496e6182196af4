import { useSignals } from "@preact/signals-react/runtime";
import { bytes, dateTime, useTranslation } from "../../kit/text.ts";
import type { Backups } from "./types.ts";

/** The stored backups, newest first. */
export function CopyList({ copies }: Pick<Backups, "copies">) {
  useSignals();
  const { t } = useTranslation();
  if (copies.length === 0) return null;
  return (
    <section className="card-quiet p-5" aria-label={t("backups.list")}>
      <h2 className="font-semibold">{t("backups.list")}</h2>
      <p className="text-muted mb-3">{t("backups.listText")}</p>
      <ul className="divide-line divide-y">
        {copies.map(({ name, at, reason, size, companies, media, failed }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2">
            <span className="tabular font-medium">{dateTime(at)}</span>
            <span className="text-muted">{t(`backups.reasons.${reason}`)}</span>
            <span className="text-muted tabular ml-auto">
              {t("backups.companies", { count: companies })} ·{" "}
              {t("backups.media", { count: media.count })} · {bytes(size)}
            </span>
            {failed.length > 0 && (
              <span className="text-error basis-full break-words">
                {t("backups.without", { names: failed.map((company) => company.name).join(", ") })}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
