import { useState } from "react";
import { saveEdit, useEdit } from "../../forms/save-edit.ts";
import { ApiError } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";
import type { Listing } from "../../lists/listing.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { draftsOf, stepOf } from "../../parts/macros/drafts.ts";
import type { Macro } from "../../parts/macros/macros.ts";
import { StepsEditor } from "../../parts/macros/StepsEditor.tsx";
import { can } from "../../session/can.ts";

type Props = { listing: Listing<Macro>; title: string; row: Macro | null; onClose: () => void };

/** Creates or edits a macro: its name, who uses it, and its steps. */
export function MacroDialog({ listing, title, row, onClose }: Props) {
  const { t } = useTranslation();
  const { name, shared, steps: stored } = row ?? { name: "", shared: false, steps: [] };
  const [steps, setSteps] = useState(() => draftsOf(stored));
  const [isChanged, setChanged] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const edit = useEdit(row, () => ({ name, shared, steps: stored }));

  const save = async (values: object) => {
    setErrors({});
    try {
      await saveEdit("/macros", edit, { ...values, steps: steps.map(stepOf) });
    } catch (error) {
      if (!(error instanceof ApiError) || !hasStep(error)) throw error;
      setErrors(error.fields);
      throw new ApiError(422, { error: "ERR_MACRO_STEP" });
    }
    toast.success(t(row ? "common.updated" : "common.saved"));
  };

  return (
    <RowDialog
      title={title}
      listing={{
        fields: listing.fields.filter((field) => field.name !== "shared" || can("macros.share")),
      }}
      values={{ name, shared }}
      onSave={save}
      onClose={onClose}
      changed={isChanged}
    >
      <StepsEditor
        steps={steps}
        errors={errors}
        onChange={(next) => {
          setSteps(next);
          setChanged(true);
          setErrors({});
        }}
      />
    </RowDialog>
  );
}

const hasStep = ({ fields }: ApiError) =>
  Object.keys(fields).some((field) => field.startsWith("steps"));
