import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import type { Field } from "../../forms/form.ts";
import { toRequestBody } from "../../forms/form-values.ts";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import type { FullTill } from "./types.ts";

type Props = { tillId: number; onMoved: (till: FullTill) => void; onClose: () => void };

/** Puts cash into a till or takes it out, with a reason. */
export function MoveCash({ tillId, onMoved, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <RowDialog
      title={t("tills.move")}
      size="small"
      listing={{ fields }}
      values={{ kind: "out", value: "", reason: "" }}
      submit={t("tills.move")}
      onSave={async (values) =>
        onMoved(
          await api.post<FullTill>(`/tills/${tillId}/movements`, toRequestBody(fields, values)),
        )
      }
      onClose={onClose}
    />
  );
}

const fields: Field[] = [
  {
    name: "kind",
    label: "tills.kind",
    type: "choice",
    required: true,
    choices: [
      { value: "out", label: "tills.kinds.out", icon: ArrowUpFromLine },
      { value: "in", label: "tills.kinds.in", icon: ArrowDownToLine },
    ],
  },
  { name: "value", label: "tills.value", type: "money", required: true, min: 0.01 },
  { name: "reason", label: "tills.reason", required: true, min: 3, max: 255 },
];
