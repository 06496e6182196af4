import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Permission } from "../../src/shared/permissions.ts";
import type { Field, FormValues } from "./form.ts";
import type { ListOptions, Row } from "./list.ts";
import type { MenuItem } from "./Menu.tsx";

export type Column<R> = {
  label: string;
  /** Null leaves it out on a card. */
  cell: (row: R) => ReactNode;
  className?: string;
  /** Says itself what it is: no label on a card. */
  hideLabel?: boolean;
};

/** What a list page is made of. Texts come from `{area}.title`, `.lead`, `.new`, `.edit`, `.searchLabel`, `.emptyTitle`, `.emptyText`. */
export type Listing<R extends Row> = {
  name: string;
  /** The area of the locales; `name` if not said. */
  area?: string;
  options?: ListOptions;
  icon: LucideIcon;
  /** The first one is the row's heading on narrow screens. */
  columns: Column<R>[];
  fields: Field[];
  /** The form's initial values; empty by default. */
  emptyValues?: FormValues;
  /** A row's name in confirmations; its `name` by default. */
  nameOf?: (row: R) => string;
  /** Who may create. */
  write: Permission;
  /** Whether this row may be changed and deleted; by default for those who may create. */
  canEdit?: (row: R) => boolean;
  /** Whether this row may be deleted; by default for those who may change it. */
  canDelete?: (row: R) => boolean;
  /** What is done with a row more seldom than with buttons, in a menu. */
  menu?: (row: R) => MenuItem[];
  /** More than edit and delete. */
  actions?: (row: R) => { label: string; icon: LucideIcon; run: () => Promise<unknown> }[];
  /** What else stands below the lead. */
  note?: () => ReactNode;
  preview?: (values: FormValues) => ReactNode;
  /** Creates (null) or changes a row, where the plain form isn't enough. */
  dialog?: (props: { listing: Listing<R>; title: string; row: R | null; onClose: () => void }) => ReactNode;
};

/** What a row is called. */
export const rowName = <R extends Row>({ nameOf }: Listing<R>, row: R) => (nameOf ? nameOf(row) : String((row as R & { name?: unknown }).name ?? row.id));
