import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Permission } from "../../src/shared/permissions.ts";
import type { Field, FormValues } from "../forms/form.ts";
import type { ListOptions } from "./list.ts";
import type { Row } from "./paged-list.ts";
import type { MenuItem } from "../kit/Menu.tsx";

export type Column<R> = {
  label: string;
  /** Null omits it on a card. */
  cell: (row: R) => ReactNode;
  className?: string;
  /** The value needs no label on a card. */
  hideLabel?: boolean;
};

/**
 * The definition of a list page. Its texts are `{area}.title`, `.lead`, `.counted`, `.new`,
 * `.edit`, `.searchLabel`, `.emptyTitle` and `.emptyText`.
 */
export type Listing<R extends Row> = {
  name: string;
  /** The area of its texts; `name` by default. */
  area?: string;
  /** The area of the texts of an empty list, where it is a part of all. */
  emptyArea?: string;
  options?: ListOptions;
  icon: LucideIcon;
  /** The first column is the row's heading on narrow screens. */
  columns: Column<R>[];
  /** The columns of a card, where it does not show all. */
  cardColumns?: Column<R>[];
  fields: Field[];
  /** The form's initial values; empty by default. */
  emptyValues?: FormValues;
  /** A row's name in confirmations; its `name` by default. */
  nameOf?: (row: R) => string;
  /** The permission to create rows. */
  write: Permission;
  /** Users cannot create rows: the server does. */
  noCreate?: true;
  /** The class that tints a row. */
  tint?: (row: R) => string;
  /** Whether this row may be changed and deleted; by default with the permission to create. */
  canEdit?: (row: R) => boolean;
  /** Whether this row may be deleted; by default when it may be changed. */
  canDelete?: (row: R) => boolean;
  /** Rarely used actions of a row, in a menu. */
  menu?: (row: R) => MenuItem[];
  /** The API path of one row, where it differs from the list's own path. */
  itemPath?: string;
  /** Further actions beside edit and delete. */
  actions?: (
    row: R,
  ) => { label: string; icon: LucideIcon; run: () => unknown; disabled?: boolean }[];
  /** The heading, where it is not `{area}.title`; and the parent page. */
  title?: string;
  parent?: { href: string; label: string };
  /** Content beside the create button. */
  tools?: ReactNode;
  /** A note below the lead. */
  note?: () => ReactNode;
  /** Content beside the search field. */
  filters?: ReactNode;
  /** Shows the page number, with buttons for the previous and next page. */
  pager?: boolean;
  /** Key of an additional toast when the server refuses the form. */
  refused?: string;
  /** Values that every saved row gets and no field holds. */
  always?: Record<string, unknown>;
  preview?: (values: FormValues) => ReactNode;
  /** A dialog that creates (null) or changes a row, where the plain form is not enough. */
  dialog?: (props: {
    listing: Listing<R>;
    title: string;
    row: R | null;
    onClose: () => void;
  }) => ReactNode;
};

/** The name of a row for titles and confirmations. */
export const rowName = <R extends Row>({ nameOf }: Listing<R>, row: R) =>
  nameOf ? nameOf(row) : String((row as R & { name?: unknown }).name ?? row.id);
