import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../../kit/Dialog.tsx";
import { tagAll } from "./bulk.ts";
import { useChoices } from "../../../kit/choices.ts";
import { tags } from "../choices.ts";
import { CheckboxOptions } from "./CheckboxOptions.tsx";
import type { Ticket } from "../types.ts";

/** Chooses the tags that many tickets get. Those they have stay. */
export function TagAllDialog({ tickets, onClose }: { tickets: Ticket[]; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(tags);
  const [chosen, setChosen] = useState<number[]>([]);
  const all = tags.rows.value ?? [];
  const apply = () => {
    onClose();
    void tagAll(tickets, all.filter(({ id }) => chosen.includes(id)));
  };
  return (
    <Dialog
      title={t("tickets.select.tagTitle", { count: tickets.length })}
      onClose={onClose}
      size="small"
      footer={
        <>
          <button type="button" className="btn btn-ghost" onClick={onClose}>
            {t("common.cancel")}
          </button>
          <button type="button" className="btn btn-primary" disabled={chosen.length === 0} onClick={apply}>
            {t("tickets.select.tag")}
          </button>
        </>
      }
    >
      <p className="text-muted mb-2">{t("tickets.select.tagText")}</p>
      <CheckboxOptions options={all} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
