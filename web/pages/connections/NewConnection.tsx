import { useState } from "react";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { RowDialog } from "../../lists/RowDialog.tsx";
import { toast } from "../../kit/Toast.tsx";
import type { LinkableConnection } from "../../parts/linking/types.ts";
import { connectionForm, useFieldContext } from "./ConnectionForm.tsx";
import type { FieldContext } from "./fields.ts";
import { bodyOf, valuesOf } from "./form-values.ts";
import type { Queue } from "../../types.ts";

type Props = {
  first: boolean;
  onClose: () => void;
  onCreated: (connection: LinkableConnection) => void;
};

/** Creates a connection with its required fields. The page of the connection has the others. */
export function NewConnection(props: Props) {
  const context = useFieldContext();
  return context && <Filled {...props} context={context} />;
}

function Filled({
  first,
  context,
  onClose,
  onCreated,
}: Props & { context: FieldContext & { queues: Queue[] } }) {
  const { t } = useTranslation();
  const [values] = useState(() => valuesOf(undefined, first, context.queues));
  const { fields, extras, onFieldChange } = connectionForm(context, undefined, first);
  return (
    <RowDialog
      title={t("connections.new")}
      listing={{
        fields: (typed) =>
          fields(typed)
            .filter(
              ({ tab, name, required }) =>
                tab === "connections.parts.basics" || (name === "greetingMessage" && required),
            )
            .map((field) => ({ ...field, tab: undefined })),
      }}
      values={values}
      extras={extras}
      onFieldChange={onFieldChange}
      onClose={onClose}
      onSave={async (typed) => {
        onCreated(await api.post<LinkableConnection>("/whatsapp", bodyOf(typed)));
        toast.success(t("connections.created"));
      }}
    />
  );
}
