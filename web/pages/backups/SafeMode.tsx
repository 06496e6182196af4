import { ShieldAlert } from "lucide-react";
import { api } from "../../kit/api.ts";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { type SafeMode, safeMode } from "../../shell/backup-alerts.ts";

/**
 * Shows the owner which backup the box was restored from, before the box sends anything.
 * rules.md#restore
 */
export function SafeModeCard({ state: { restored } }: { state: SafeMode }) {
  const { t } = useTranslation();
  const [busy, run] = useBusy();
  const leave = async () => {
    safeMode.value = (await api.del<{ safeMode: SafeMode | null }>("/backups/safe-mode")).safeMode;
  };
  return (
    <section className="card-quiet border-waiting mb-4 p-5" aria-label={t("backups.safe.title")}>
      <div className="flex items-start gap-4">
        <ShieldAlert size={28} aria-hidden className="text-waiting shrink-0" />
        <div className="min-w-0 flex-1">
          <h2 className="text-title font-semibold">{t("backups.safe.title")}</h2>
          <p>
            {restored
              ? t("backups.safe.restored", { when: dateTime(restored.at) })
              : t("backups.safe.asked")}
          </p>
          {restored && (
            <ul className="mt-3">
              {restored.companies.map(({ id, name, messages, lastMessageAt }) => (
                <li key={id} className="flex flex-wrap gap-x-3">
                  <span className="font-medium break-words">{name}</span>
                  <span className="text-muted tabular">
                    {lastMessageAt
                      ? t("backups.safe.company", { messages, when: dateTime(lastMessageAt) })
                      : t("backups.safe.empty")}
                  </span>
                </li>
              ))}
            </ul>
          )}
          {restored && restored.unlinked.length > 0 && (
            <p className="mt-3 font-medium break-words">
              {t("backups.safe.unlinked", {
                names: restored.unlinked
                  .map(({ company, connection }) => `${connection} (${company})`)
                  .join(", "),
              })}
            </p>
          )}
          {restored?.codeChanged && (
            <p className="mt-3 font-medium">{t("backups.safe.codeChanged")}</p>
          )}
          {restored && <p className="text-muted mt-3">{t("backups.safe.note")}</p>}
          <button
            type="button"
            className="btn btn-primary mt-4"
            disabled={busy}
            onClick={() => void run(leave)}
          >
            {t("backups.safe.leave")}
          </button>
        </div>
      </div>
    </section>
  );
}
