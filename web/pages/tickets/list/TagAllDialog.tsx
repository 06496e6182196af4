import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { Dialog } from "../../../kit/Dialog.tsx";
import { DialogActions } from "../../../kit/DialogActions.tsx";
import { tagAll } from "./bulk.ts";
import { useChoices } from "../../../forms/choices.ts";
import { tags } from "../../../lists/company-lists.ts";
import { CheckboxOptions } from "../../../kit/CheckboxOptions.tsx";
import { useTranslation } from "../../../kit/text.ts";
import type { Ticket } from "../../../types.ts";

/** Chooses tags to add to many tickets. Their existing tags stay. */
export function TagAllDialog({ tickets, onClose }: { tickets: Ticket[]; onClose: () => void }) {
  useSignals();
  const { t } = useTranslation();
  useChoices(tags);
  const [chosen, setChosen] = useState<number[]>([]);
  // rules.md#kanban
  const all = (tags.rows.value ?? []).filter(({ kanban }) => kanban === 0);
  const apply = () => {
    onClose();
    void tagAll(
      tickets,
      all.filter(({ id }) => chosen.includes(id)),
    );
  };
  return (
    <Dialog
      title={t("tickets.select.tagTitle", { count: tickets.length })}
      onClose={onClose}
      size="small"
      footer={
        <DialogActions
          onCancel={onClose}
          action={t("tickets.select.tag")}
          onAction={apply}
          disabled={chosen.length === 0}
        />
      }
    >
      <p className="text-muted mb-2">{t("tickets.select.tagText")}</p>
      <CheckboxOptions options={all} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
