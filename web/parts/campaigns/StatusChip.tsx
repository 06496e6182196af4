import { useTranslation } from "../../kit/text.ts";
import { missing } from "./missing.ts";
import type { Campaign } from "./types.ts";
import "./texts.ts";

const looks: Record<Campaign["status"], string> = {
  INATIVA: "bg-base-300 text-base-content",
  PROGRAMADA: "bg-info/15 text-base-content",
  EM_ANDAMENTO: "bg-primary text-primary-content",
  CANCELADA: "bg-base-300 text-muted",
  FINALIZADA: "bg-primary/15 text-base-content",
};

/** A campaign's status, and the reason why it waits. */
export function StatusChip({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation();
  const { status, pauseReason, holdReason } = campaign;
  return (
    <span className="flex flex-col items-start gap-0.5">
      <span
        className={`inline-flex h-5.5 items-center rounded-md px-2 text-xs font-medium whitespace-nowrap ${looks[status]}`}
      >
        {t(`campaigns.states.${status}`)}
      </span>
      {status === "INATIVA" && (
        <span className="text-muted text-small">
          {t(missing(campaign).length > 0 ? "campaigns.incompleteYet" : "campaigns.ready")}
        </span>
      )}
      {status === "EM_ANDAMENTO" && pauseReason && (
        <span className="text-waiting text-small">{t("campaigns.paused")}</span>
      )}
      {status === "EM_ANDAMENTO" && !pauseReason && holdReason && (
        <span className="text-muted text-small">{t(`campaigns.holds.${holdReason}`)}</span>
      )}
    </span>
  );
}
