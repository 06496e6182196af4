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

const ways = ["add", "remove"] as const;

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
  const [way, setWay] = useState<(typeof ways)[number]>("add");
  const [chosen, setChosen] = useState<number[]>([]);
  const [busy, run] = useBusy();
  // rules.md#kanban
  const all = (tags.rows.value ?? []).filter(({ kanban }) => kanban === 0 || way === "remove");
  const apply = async () => {
    await tagContacts(who, { [way]: chosen });
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
          action={t(`contacts.select.${way}`)}
          onAction={() => void run(apply)}
          disabled={busy || chosen.length === 0}
        />
      }
    >
      <div className="mb-2">
        <Tabs
          label={t("contacts.tags")}
          values={ways}
          value={way}
          text={(value) => t(`contacts.select.${value}`)}
          onChange={(value) => {
            setWay(value);
            setChosen([]);
          }}
          variant="box"
        />
      </div>
      <CheckboxOptions options={all} chosen={chosen} onChange={setChosen} />
    </Dialog>
  );
}
