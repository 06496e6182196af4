import { type ComponentProps, type ReactNode, useState } from "react";
import { ConfirmDiscard } from "../kit/ConfirmDiscard.tsx";
import { Dialog } from "../kit/Dialog.tsx";
import { useTranslation } from "../kit/text.ts";
import { Form } from "../forms/Form.tsx";
import type { FormValues } from "../forms/form.ts";
import type { Row } from "./paged-list.ts";
import type { Listing } from "./listing.ts";

type Props<R extends Row> = {
  title: string;
  listing: Pick<Listing<R>, "preview"> & { fields: ComponentProps<typeof Form>["fields"] };
  values: FormValues;
  onSave: (values: FormValues) => Promise<unknown>;
  onClose: () => void;
  extras?: ComponentProps<typeof Form>["extras"];
  onFieldChange?: ComponentProps<typeof Form>["onFieldChange"];
  /** Content below the fields, for values that a field cannot hold. */
  children?: ReactNode;
  /** The user has changed something in `children`. */
  changed?: boolean;
  size?: ComponentProps<typeof Dialog>["size"];
  /** The label of the submit button, where it does not save. */
  submit?: string;
};

/** Creates or changes one row. Closing a changed form asks first. */
export function RowDialog<R extends Row>({
  title,
  listing,
  values,
  onSave,
  onClose,
  extras,
  onFieldChange,
  children,
  changed = false,
  size,
  submit,
}: Props<R>) {
  const { t } = useTranslation();
  const [dirty, setDirty] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  // A dialog with tabs has the same height on each tab.
  const hasTabs = (
    typeof listing.fields === "function" ? listing.fields(values) : listing.fields
  ).some(({ tab }) => tab);
  const close = () => (dirty || changed ? setIsConfirming(true) : onClose());

  return (
    <>
      <Dialog title={title} onClose={close} size={size} tall={hasTabs}>
        <Form
          fields={listing.fields}
          values={values}
          submit={submit ?? t("common.save")}
          onDirty={setDirty}
          onCancel={close}
          preview={listing.preview}
          extras={extras}
          onFieldChange={onFieldChange}
          onSubmit={async (typed) => {
            await onSave(typed);
            onClose();
          }}
        >
          {children}
        </Form>
      </Dialog>
      {isConfirming && (
        <ConfirmDiscard onConfirm={onClose} onClose={() => setIsConfirming(false)} />
      )}
    </>
  );
}
