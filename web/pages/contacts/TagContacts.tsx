import { useSignals } from "@preact/signals-react/runtime";
import { useState } from "react";
import { useChoices } from "../../forms/choices.ts";
import { CheckboxOptions } from "../../kit/CheckboxOptions.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { DialogActions } from "../../kit/DialogActions.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useBusy } from "../../kit/use-busy.ts";
import { tags } from "../../lists/company-lists.ts";
import { type Contacts, tagContacts } from "./tag-contacts.ts";

const directions = ["add", "remove"] as const;

/** Chooses tags to add to many contacts, or to take from them. */
export function TagContacts({
  who,
  count,
  onDone,
  onClose,
}: {
  who: Contacts;
  count: number;
  onDone: () => void;
  onClose: () => void;
}) {
  useSignals();
  const { t } = useTranslation();
  useChoices(tags);
  const [direction, setDirection] = useState<(typeof directions)[number]>("add");
  const [chosen, setChosen] = useState<number[]>([]);
  const [busy, run] = useBusy();
  // rules.md#kanban
  const all = (tags.rows.value ?? []).filter(
    ({ kanban }) => kanban === 0 || direction === "remove",
  );
  const apply = async () => {
    await tagContacts(who, { [direction]: chosen });
    onDone();
    onClose();
  };
  return (
    <Dialog
      title={t("contacts.select.tagTitle", { count })}
      onClose={onClose}
      size="small"
      footer={
        <DialogActions
          onCancel={onClose}
          action={t(`contacts.select.${direction}`)}
          onAction={() => void run(apply)}
          disabled={busy || chosen.length === 0}
        />
      }
    >
      <div className="mb-2">
        <Tabs
          label={t("contacts.tags")}
          values={directions}
          value={direction}
          text={(value) => t(`contacts.select.${value}`)}
          onChange={(value) => {
            setDirection(value);
            setChosen([]);
          }}
          variant="box"
        />
      </div>
      <CheckboxOptions options={all} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
