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
  /** What the form starts with; empty fields, if not said. */
  emptyValues?: FormValues;
  /** What a row is called in questions about it; its name, if not said. */
  nameOf?: (row: R) => string;
  /** Who may create. */
  write: Permission;
  /** Who may change and delete this row; those who may create, if not said. */
  canEdit?: (row: R) => boolean;
  /** Who may delete this row; those who may change it, if not said. */
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
