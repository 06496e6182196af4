import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { connections } from "../../../lists/company-lists.ts";
import { changeConnection } from "../../../inbox/open-ticket.ts";
import type { Ticket } from "../../../types.ts";
import { useTranslation } from "../../../kit/text.ts";
import { useBusy } from "../../../kit/use-busy.ts";

/**
 * Replaces the composer of a ticket whose connection was deleted: the agent chooses another one.
 * rules.md#switching-connection
 */
export function NoConnection({ ticket }: { ticket: Ticket }) {
  useSignals();
  const { t } = useTranslation();
  const rows = connections.rows.value ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, run] = useBusy();
  const whatsappId = chosen ?? (rows.find(({ isDefault }) => isDefault) ?? rows[0])?.id;

  const continueHere = async () => {
    if (whatsappId === undefined) return;
    await changeConnection(ticket, whatsappId);
  };

  return (
    <div className="bg-base-100 border-line flex flex-wrap items-center justify-center gap-x-3 gap-y-2 border-t px-4 py-3">
      <p className="text-muted">{t("messages.connectionGone")}</p>
      {rows.length > 0 && (
        <div className="flex items-center gap-2">
          <select
            className="select w-48"
            aria-label={t("messages.goOnBy")}
            value={whatsappId}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {rows.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="btn btn-primary"
            disabled={busy}
            onClick={() => void run(continueHere)}
          >
            {t("messages.goOn")}
          </button>
        </div>
      )}
    </div>
  );
}
