import { LifeBuoy } from "lucide-react";
import { useState } from "react";
import { api } from "../kit/api.ts";
import { time, useTranslation } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";

export function Visit({
  by,
  endsAt,
  company,
  mine,
  mayEnd,
}: {
  by: string;
  endsAt: string;
  company: string;
  mine: boolean;
  mayEnd: boolean;
}) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const until = time(endsAt);

  const end = async () => {
    setBusy(true);
    try {
      await api.del("/companies/visit");
      if (mine) location.assign("/");
    } catch (error) {
      toast.error(error);
    }
    setBusy(false);
  };
  return (
    <div
      role="status"
      data-visit
      className="bg-info text-info-content flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 phone:px-5"
    >
      <LifeBuoy size={18} aria-hidden className="shrink-0" />
      <p className="min-w-48 flex-1">
        {mine ? t("visit.mine", { company, until }) : t("visit.theirs", { by, until })}
      </p>
      {mayEnd && (
        <button
          type="button"
          className="btn btn-xs border-info-content/40 text-info-content bg-transparent"
          disabled={busy}
          onClick={() => void end()}
        >
          {t(mine ? "visit.leave" : "visit.end")}
        </button>
      )}
    </div>
  );
}
