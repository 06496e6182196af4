import { useState } from "react";
import type { TemplateUse } from "../../../src/shared/templates.ts";
import { TemplateField, TemplateFieldPicker } from "../templates/TemplateField.tsx";
import type { Schedule } from "./schedule.ts";

/** The template of a schedule's form, its field, and its choice while that is open. */
export function useTemplate(row: Schedule | null, onDirty: () => void) {
  const [chosen, setChosen] = useState<{ use: TemplateUse; text: string } | null>(
    row?.template ? { use: row.template, text: row.body } : null,
  );
  const [picking, setPicking] = useState<number | null>(null);
  return {
    chosen,
    field: (whatsappId: number) => (
      <TemplateField
        template={chosen?.use ?? null}
        readOnly={false}
        onChoose={() => setPicking(whatsappId)}
        onRemove={() => {
          setChosen(null);
          onDirty();
        }}
      />
    ),
    picker: picking !== null && (
      <TemplateFieldPicker
        whatsappId={picking}
        onPick={(use, text) => {
          setChosen({ use, text });
          onDirty();
        }}
        onClose={() => setPicking(null)}
      />
    ),
  };
}
