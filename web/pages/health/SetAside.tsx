import { useEffect, useState } from "react";
import type { ShownSetAside } from "../../../src/shared/health.ts";
import { api } from "../../kit/api.ts";
import { dateTime, useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { valueText } from "./value-text.ts";

/** Lists the work that blocked the box repeatedly. A button tries each again. */
export function SetAside() {
  const [rows, setRows] = useState<ShownSetAside[]>([]);
  useEffect(
    () => void api.get<ShownSetAside[]>("/health/set-aside").then(setRows, toast.error),
    [],
  );
  const tryAgain = async ({ id }: ShownSetAside) => {
    await api.post(`/health/set-aside/${id}`);
    setRows(rows.filter((row) => row.id !== id));
  };
  return <SetAsideView rows={rows} onAgain={(row) => void tryAgain(row).catch(toast.error)} />;
}

export function SetAsideView({
  rows,
  onAgain,
}: {
  rows: ShownSetAside[];
  onAgain: (row: ShownSetAside) => void;
}) {
  const { t } = useTranslation();
  return (
    <ul className="my-1 flex flex-col gap-1">
      {rows.map((row) => (
        <li key={row.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
            {valueText(row.work, t)}
            <span className="text-muted text-small"> · {dateTime(row.at)}</span>
          </span>
          <button
            type="button"
            className="btn btn-sm"
            aria-label={`${t("health.tryAgain")}: ${valueText(row.work, t)}`}
            onClick={() => onAgain(row)}
          >
            {t("health.tryAgain")}
          </button>
        </li>
      ))}
    </ul>
  );
}
