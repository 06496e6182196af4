import type { Field } from "../../forms/form.ts";
import { api } from "../../kit/api.ts";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadError } from "../../kit/LoadError.tsx";
import { Delayed, Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { optOutFacts, useContactOptOut } from "./opt-out.ts";

const reason: Field = {
  name: "reason",
  label: "contacts.optOut.reason",
  type: "textarea",
  rows: 2,
  max: 500,
};
const backReason: Field = {
  ...reason,
  label: "contacts.optOut.backReason",
  hint: "contacts.optOut.backHint",
  required: true,
  min: 3,
};

type Props = { contact: { id: number; name: string }; onSaved?: () => void; onClose: () => void };

/** Opts a customer out of campaigns, or back in. rules.md#opt-outs */
export function OptOutDialog({ contact: { id, name }, onSaved, onClose }: Props) {
  const { t } = useTranslation();
  const { state, failed, read } = useContactOptOut(id, true);
  if (!state)
    return (
      <Dialog title={t("contacts.optOut.do")} onClose={onClose}>
        {failed ? (
          <LoadError title={t("common.failed")} error={failed} onRetry={read} />
        ) : (
          <Delayed>
            <Skeleton className="h-28 w-full" />
          </Delayed>
        )}
      </Dialog>
    );
  const { optOut, suggestion } = state;
  const save = async (text: unknown) => {
    if (optOut) await api.post(`/contacts/${id}/opt-out/back`, { reason: text });
    else await api.put(`/contacts/${id}/opt-out`, { reason: text });
    toast.success(t(optOut ? "contacts.optOut.backDone" : "contacts.optOut.done", { name }));
    onSaved?.();
  };
  return (
    <RowDialog
      title={t(optOut ? "contacts.optOut.backTitle" : "contacts.optOut.title", { name })}
      listing={{ fields: [optOut ? backReason : reason] }}
      values={{ reason: optOut ? "" : (suggestion?.text ?? "") }}
      submit={t(optOut ? "contacts.optOut.back" : "contacts.optOut.confirm")}
      onSave={(values) => save(values.reason)}
      onClose={onClose}
    >
      <p className="text-muted">{optOut ? optOutFacts(optOut) : t("contacts.optOut.text")}</p>
    </RowDialog>
  );
}
