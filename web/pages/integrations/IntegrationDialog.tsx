import { useState } from "react";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { useTranslation } from "../../kit/text.ts";
import type { FormValues } from "../../forms/form.ts";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import { bodyOf, fieldsOf, type Integration, typeOf, valuesOf } from "./fields.ts";
import { FlowHelp } from "./FlowHelp.tsx";
import { IntegrationTest } from "./IntegrationTest.tsx";
import { ProviderAccess } from "./ProviderAccess.tsx";
import { TypeName } from "./TypeName.tsx";
import { Uses } from "../../parts/Uses.tsx";

type Props = {
  listing: Listing<Integration>;
  title: string;
  row: Integration | null;
  onClose: () => void;
};

/** Creates or edits an integration. The form can write its secrets, but never reads them. */
export function IntegrationDialog({ title, row, onClose }: Props) {
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(row));
  const edit = useEdit(row, () => bodyOf(values, row));

  const save = async (typed: FormValues) => {
    await saveEdit("/queueIntegration", edit, bodyOf(typed, row));
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={{
        fields: (typed) => fieldsOf(typed, row),
        preview: () => row && <TypeAndUses row={row} />,
      }}
      values={values}
      onSave={save}
      onClose={onClose}
      extras={{
        access: (typed) => (
          <div>
            <ProviderAccess type={typeOf(typed)} />
            <IntegrationTest key={typeOf(typed)} values={typed} row={row} />
          </div>
        ),
        typebotSlug: (typed) => <IntegrationTest key={typeOf(typed)} values={typed} row={row} />,
        jsonContent: (typed) => <IntegrationTest key={typeOf(typed)} values={typed} row={row} />,
        secret: (typed) => (
          <>
            <IntegrationTest key={typeOf(typed)} values={typed} row={row} />
            <FlowHelp type={typeOf(typed)} />
          </>
        ),
      }}
    />
  );
}

/** An existing integration's type, and its uses. */
const TypeAndUses = ({ row }: { row: Integration }) => (
  <div className="bg-base-200 border-line flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border px-4 py-3">
    <TypeName row={row} />
    <Uses named="integrationId" id={row.id} />
  </div>
);
