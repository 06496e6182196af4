import { useSignals } from "@preact/signals-react/runtime";
import { EllipsisVertical, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { can } from "../session/can.ts";
import { IconButton } from "../kit/IconButton.tsx";
import type { List } from "./list.ts";
import type { Row } from "./paged-list.ts";
import { rowName, type Listing } from "./listing.ts";
import { RowBox, HeadBox, selectsByKey, useLongPress } from "./RowBox.tsx";
import type { Selection } from "./selection.ts";
import { openable, openRow } from "./open-row.ts";
import { narrow, useMedia } from "../kit/media.ts";
import { Menu, type MenuItem } from "../kit/Menu.tsx";
import { Delayed, Skeleton } from "../kit/Skeleton.tsx";
import { useTranslation } from "../kit/text.ts";
import { toast } from "../kit/Toast.tsx";
import { useWidth } from "../kit/use-width.ts";

type Props<R extends Row> = {
  listing: Listing<R>;
  list: List<R>;
  /** Rendered when there are no rows. */
  empty: ReactNode;
  /** Where many rows are changed at once. */
  selection?: Selection;
  onEdit: (row: R) => void;
  onDelete: (row: R) => void;
};

/** A table with a sticky head, or a card per row where the table is too wide. */
export function ListRows<R extends Row>(props: Props<R>) {
  useSignals();
  const { list, empty } = props;
  const isEmpty = list.rows.value.length === 0;
  return isEmpty && !list.loading.value ? (
    <div className="card-quiet">{empty}</div>
  ) : (
    <Rows {...props} isLoading={isEmpty} />
  );
}

/** The borders of the surrounding card, in px. */
const borders = 2;

type RowsProps<R extends Row> = Props<R> & { isLoading: boolean };

function Rows<R extends Row>(props: RowsProps<R>) {
  useSignals();
  const isNarrow = useMedia(narrow);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  /** The table's width (px) when it did not fit. */
  const [tableWidth, setTableWidth] = useState(0);
  const cards = isNarrow || width < tableWidth;

  // Measure before the paint: each new row may widen a column.
  useLayoutEffect(() => {
    const table = box.current?.querySelector("table");
    // Placeholder rows do not show the width that real rows need.
    if (!box.current || !table || props.isLoading || width === 0) return;
    // Use fractions of pixels: on a 150 % screen borders are thinner, and each width is rounded
    // separately.
    const lacks = table.getBoundingClientRect().width - box.current.getBoundingClientRect().width;
    if (lacks > -1) setTableWidth(width + Math.ceil(lacks) + borders);
  });

  // The old rows stay while another search loads.
  return (
    <div ref={box} aria-busy={props.list.loading.value}>
      {cards ? <Cards {...props} /> : <Table {...props} />}
    </div>
  );
}

function Table<R extends Row>(props: RowsProps<R>) {
  const { listing, list, isLoading, selection, onEdit, onDelete } = props;
  useSignals();
  const { t } = useTranslation();
  const { columns } = listing;
  return (
    <div className="card-quiet overflow-clip">
      <table className="w-full border-separate border-spacing-0 text-left">
        <thead>
          <tr>
            {selection && <HeadBox list={list} selection={selection} />}
            {columns.map(({ label, className = "" }) => (
              <th
                key={label}
                scope="col"
                className={`bg-base-100 border-line text-muted text-small sticky top-0 z-10 border-b px-4 py-2.5 font-medium ${className}`}
              >
                {t(label)}
              </th>
            ))}
            <th
              scope="col"
              className="bg-base-100 border-line sticky top-0 z-10 w-px border-b px-4 py-2.5"
            >
              <span className="sr-only">{t("common.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody className="[&>tr:not(:last-child)>td]:border-line [&>tr:not(:last-child)>td]:border-b">
          {isLoading ? (
            <SkeletonRows
              classes={[
                ...(selection ? [""] : []),
                ...columns.map(({ className = "" }) => className),
                "",
              ]}
            />
          ) : (
            list.rows.value.map((row) => (
              <tr
                key={row.id}
                className={`${selection?.has(row.id) ? "bg-primary/8" : "hover:bg-hover/60"} ${openable} ${listing.tint?.(row) ?? ""}`}
                onClick={openRow}
                onKeyDown={selection && ((event) => selectsByKey(event, selection, row.id))}
              >
                {selection && (
                  <RowBox id={row.id} name={rowName(listing, row)} selection={selection} />
                )}
                {columns.map(({ label, cell, className = "" }) => (
                  <td key={label} className={`h-12 px-4 py-1.5 ${className}`}>
                    {cell(row)}
                  </td>
                ))}
                <td className="px-4 py-1.5 text-right whitespace-nowrap">
                  <span className="inline-flex items-center">
                    {actionsOf(listing, row, t, onEdit, onDelete).map(
                      ({ label, icon, onSelect, danger, disabled }) => (
                        <IconButton
                          key={label}
                          label={label}
                          aria-label={`${label}: ${rowName(listing, row)}`}
                          icon={icon}
                          disabled={disabled}
                          onClick={onSelect}
                          className={`text-muted disabled:opacity-40 ${danger ? "hover:text-error focus-visible:text-error" : ""}`}
                        />
                      ),
                    )}
                    {listing.menu && (
                      <Menu
                        label={t("common.actionsOf", { name: rowName(listing, row) })}
                        items={() => listing.menu?.(row) ?? []}
                        tip={false}
                        className="btn btn-ghost btn-square btn-sm text-muted"
                      >
                        <EllipsisVertical size={18} aria-hidden />
                      </Menu>
                    )}
                  </span>
                </td>
              </tr>
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

function SkeletonRows({ classes }: { classes: string[] }) {
  return (
    <Delayed>
      {[56, 40, 64, 48, 36].map((width) => (
        <tr key={width}>
          {classes.map((className, index) => (
            <td key={index} className={`h-12 px-4 ${className}`}>
              <Skeleton className={`h-4 ${index === 0 ? "w-28" : "w-20"}`} />
            </td>
          ))}
        </tr>
      ))}
    </Delayed>
  );
}

function Cards<R extends Row>(props: RowsProps<R>) {
  useSignals();
  const { listing, list, isLoading, selection, onEdit, onDelete } = props;
  const longPress = useLongPress(selection);
  const { t } = useTranslation();
  const [first, ...others] = listing.cardColumns ?? listing.columns;
  if (isLoading) {
    return (
      <Delayed>
        <div className="flex flex-col gap-2">
          {[1, 2, 3, 4].map((key) => (
            <div key={key} className="card-quiet flex flex-col gap-2 p-4">
              <Skeleton className="h-5 w-32" />
              <Skeleton className="h-4 w-56" />
            </div>
          ))}
        </div>
      </Delayed>
    );
  }
  return (
    <ul className="flex flex-col gap-2">
      {list.rows.value.map((row) => {
        const items = [
          ...actionsOf(listing, row, t, onEdit, onDelete),
          ...(listing.menu?.(row) ?? []),
        ];
        const details = others
          .map((column) => ({ ...column, cell: column.cell(row) }))
          .filter(({ cell }) => cell !== null);
        return (
          <li
            key={row.id}
            className={`card-quiet flex gap-2 py-2.5 pr-2 pl-4 ${openable} ${selection?.has(row.id) ? "bg-primary/8" : ""} ${listing.tint?.(row) ?? ""} ${details.length > 0 ? "items-start" : "items-center"}`}
            onClick={openRow}
            {...longPress?.(row.id)}
          >
            {selection?.isActive.value && (
              <RowBox as="span" id={row.id} name={rowName(listing, row)} selection={selection} />
            )}
            <div className="min-w-0 flex-1 py-1">
              <div className="font-medium">{first?.cell(row)}</div>
              {details.length > 0 && (
                <dl className="text-small mt-1.5 flex flex-col gap-1">
                  {details.map(({ label, cell, hideLabel }) => (
                    <div key={label} className="flex gap-2">
                      <dt className={hideLabel ? "sr-only" : "text-muted shrink-0"}>{t(label)}</dt>
                      <dd className="min-w-0 flex-1">{cell}</dd>
                    </div>
                  ))}
                </dl>
              )}
            </div>
            {items.length > 0 && (
              <Menu
                label={t("common.actionsOf", { name: rowName(listing, row) })}
                items={items}
                tip={false}
                className="btn btn-ghost btn-square"
              >
                <EllipsisVertical size={18} aria-hidden />
              </Menu>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type Action = MenuItem & { icon: NonNullable<MenuItem["icon"]> };

function actionsOf<R extends Row>(
  { canEdit, write, canDelete, actions }: Listing<R>,
  row: R,
  t: (key: string) => string,
  onEdit: (row: R) => void,
  onDelete: (row: R) => void,
): Action[] {
  const own = canEdit ? canEdit(row) : can(write);
  const more = (actions?.(row) ?? []).map(({ label, icon, run, disabled }) => ({
    label: t(label),
    icon,
    disabled,
    onSelect: () => void Promise.try(run).catch(toast.error),
  }));
  if (!own) return more;
  return [
    { label: t("common.edit"), icon: Pencil, onSelect: () => onEdit(row) },
    ...more,
    ...(canDelete?.(row) === false
      ? []
      : [{ label: t("common.delete"), icon: Trash2, danger: true, onSelect: () => onDelete(row) }]),
  ];
}
