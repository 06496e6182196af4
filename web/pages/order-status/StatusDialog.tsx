import type * as orderStatusTable from "../../../src/modules/order-status/table.ts";
import type { Wire } from "../../../src/shared/wire.ts";
import { toFormValues, toRequestBody } from "../../forms/form-values.ts";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { TextVariables } from "../../parts/TextVariables.tsx";

type Status = Wire<orderStatusTable.OrderStatus>;
type Props = { listing: Listing<Status>; title: string; row: Status | null; onClose: () => void };

/** Creates or edits a status. The variables are listed below its text. */
export function StatusDialog({ listing, title, row, onClose }: Props) {
  const { t } = useTranslation();
  const { fields, emptyValues } = listing;
  const edit = useEdit(row, () => toRequestBody(fields, toFormValues(fields, row!)));
  const save = async (values: typeof emptyValues & object) => {
    await saveEdit("/orderStatus", edit, toRequestBody(fields, values));
    toast.success(t(row ? "common.updated" : "common.saved"));
  };
  const written = () =>
    document.querySelector<HTMLTextAreaElement>("dialog[open] textarea[name=message]");
  return (
    <RowDialog
      title={title}
      listing={listing}
      values={row ? toFormValues(fields, row) : { ...emptyValues }}
      onSave={save}
      onClose={onClose}
      extras={{
        message: ({ message }) => (
          <TextVariables text={String(message ?? "")} isAboutOrder field={written} />
        ),
      }}
    />
  );
}
