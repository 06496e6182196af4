import { useSignals } from "@preact/signals-react/runtime";
import { type ComponentProps, useId, useRef, useState } from "react";
import { Form } from "../forms/Form.tsx";
import { toFormValues } from "../forms/form-values.ts";
import type { Field, FormValues } from "../forms/form.ts";
import type { Edit } from "../forms/save-edit.ts";
import { ConfirmDiscard } from "../kit/ConfirmDiscard.tsx";
import { ConfirmDelete } from "../kit/ConfirmDelete.tsx";
import { Dialog } from "../kit/Dialog.tsx";
import { Empty } from "../kit/Empty.tsx";
import { LoadError } from "../kit/LoadError.tsx";
import { useTranslation } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { can } from "../session/can.ts";
import { type List, useList } from "./list.ts";
import type { Row } from "./paged-list.ts";
import { rowName, type Listing } from "./listing.ts";
import { ListRows } from "./ListRows.tsx";
import { editOf, saveRow } from "./save-row.ts";

type Props<R extends Row> = {
  title: string;
  /** `options` gives the source of the rows; `fields` are those of a new row. */
  listing: Listing<R>;
  /** The fields of an existing row, where they differ. */
  changeFields?: Field[];
  /** Keys: the form's title, and the toasts after adding, changing and deleting a row. */
  texts: { add: string; added: string; updated: string; removed: string };
  /** The API path of the rows. */
  path: string;
  /** Values that each new row is created with: the id of its owner. */
  owner: Record<string, number>;
  onFieldChange?: ComponentProps<typeof Form>["onFieldChange"];
  onClose: () => void;
};

/**
 * Manages the rows that belong to another row. A form adds rows or changes the selected one; all
 * rows are listed below.
 */
export function RowsDialog<R extends Row>(props: Props<R>) {
  const list = useList<R>(props.listing.name, { filtered: true, ...props.listing.options });
  return <RowsView {...props} list={list} />;
}

export function RowsView<R extends Row>({
  title,
  listing,
  changeFields = listing.fields,
  texts,
  path,
  owner,
  onFieldChange,
  onClose,
  list,
}: Props<R> & { list: List<R> }) {
  useSignals();
  const { t } = useTranslation();
  const id = useId();
  const { area = listing.name, write, icon, emptyValues } = listing;
  const [editing, setEditing] = useState<R | null>(null);
  const [round, setRound] = useState(0);
  const [dirty, setDirty] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const [deleting, setDeleting] = useState<R | null>(null);
  const fields = editing ? changeFields : listing.fields;

  const edit = useRef<Edit>(editOf([], null, {}));

  const begin = (row: R | null) => {
    edit.current = row
      ? editOf(changeFields, row, toFormValues(changeFields, row))
      : editOf([], null, {});
    setEditing(row);
    setRound(round + 1);
    setDirty(false);
  };
  const save = async (values: FormValues) => {
    await saveRow(path, fields, values, edit.current, owner);
    toast.success(t(editing ? texts.updated : texts.added));
    list.reload();
    begin(null);
  };

  return (
    <>
      <Dialog
        title={title}
        size="large"
        onClose={() => (dirty ? setIsConfirming(true) : onClose())}
        footer={
          <button
            type="button"
            className="btn"
            onClick={() => (dirty ? setIsConfirming(true) : onClose())}
          >
            {t("common.close")}
          </button>
        }
      >
        {can(write) && (
          <section
            aria-label={t(editing ? "common.edit" : texts.add)}
            className="bg-base-200 border-line mb-4 rounded-lg border p-4 [&>form]:grid [&>form]:gap-x-4 phone:[&>form]:grid-cols-2"
          >
            <Form
              key={round}
              id={id}
              fields={fields}
              values={
                editing ? toFormValues(fields, editing) : (emptyValues ?? toFormValues(fields, {}))
              }
              onDirty={setDirty}
              onFieldChange={onFieldChange}
              onSubmit={save}
            />
            <div className="mt-1 flex justify-end gap-2">
              {editing && (
                <button type="button" className="btn btn-ghost" onClick={() => begin(null)}>
                  {t("common.cancel")}
                </button>
              )}
              <button type="submit" form={id} className="btn btn-primary">
                {t(editing ? "common.save" : texts.add)}
              </button>
            </div>
          </section>
        )}
        <ListRows
          listing={listing}
          list={list}
          empty={
            list.failed.value ? (
              <LoadError error={list.failed.value} onRetry={list.reload} />
            ) : (
              <Empty icon={icon} title={t(`${area}.emptyTitle`)} text={t(`${area}.emptyText`)} />
            )
          }
          onEdit={begin}
          onDelete={setDeleting}
        />
      </Dialog>
      {isConfirming && (
        <ConfirmDiscard onConfirm={onClose} onClose={() => setIsConfirming(false)} />
      )}
      {deleting && (
        <ConfirmDelete
          path={`${path}/${deleting.id}`}
          text={rowName(listing, deleting)}
          doneText={t(texts.removed)}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            list.reload();
            if (editing?.id === deleting.id) begin(null);
          }}
        />
      )}
    </>
  );
}
