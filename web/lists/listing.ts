import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Permission } from "../../src/shared/permissions.ts";
import type { Field, FormValues } from "../forms/form.ts";
import type { ListOptions } from "./list.ts";
import type { Row } from "./paged-list.ts";
import type { MenuItem } from "../kit/Menu.tsx";

export type Column<R> = {
  label: string;
  /** Null leaves it out on a card. */
  cell: (row: R) => ReactNode;
  className?: string;
  /** Says itself what it is: no label on a card. */
  hideLabel?: boolean;
};

/**
 * What a list page is made of. Texts come from `{area}.title`, `.lead`, `.new`, `.edit`,
 * `.searchLabel`, `.emptyTitle`, `.emptyText`.
 */
export type Listing<R extends Row> = {
  name: string;
  /** The area of its texts; `name` if not said. */
  area?: string;
  options?: ListOptions;
  icon: LucideIcon;
  /** The first one is the row's heading on narrow screens. */
  columns: Column<R>[];
  /** What a card shows, where that is not all of them. */
  cardColumns?: Column<R>[];
  fields: Field[];
  /** The form's initial values; empty by default. */
  emptyValues?: FormValues;
  /** A row's name in confirmations; its `name` by default. */
  nameOf?: (row: R) => string;
  /** Who may create. */
  write: Permission;
  /** Nobody makes rows here: they come by themselves. */
  noCreate?: true;
  /** The class that tints a row. */
  tint?: (row: R) => string;
  /** Whether this row may be changed and deleted; by default for those who may create. */
  canEdit?: (row: R) => boolean;
  /** Whether this row may be deleted; by default for those who may change it. */
  canDelete?: (row: R) => boolean;
  /** What is done with a row more seldom than with buttons, in a menu. */
  menu?: (row: R) => MenuItem[];
  /** Where one row is changed and deleted, where that is not under the list's own path. */
  itemPath?: string;
  /** More than edit and delete. */
  actions?: (
    row: R,
  ) => { label: string; icon: LucideIcon; run: () => unknown; disabled?: boolean }[];
  /** Its heading, where it is not `{area}.title`; and the page that it belongs to. */
  title?: string;
  parent?: { href: string; label: string };
  /** Beside the button that creates. */
  tools?: ReactNode;
  /** What else stands below the lead. */
  note?: () => ReactNode;
  /** Beside the search. */
  filters?: ReactNode;
  /** Says on which page one is, and goes to the one before and after. */
  pager?: boolean;
  /** What is said besides when the server refuses what was typed: a key. */
  refused?: string;
  /** What a row that is saved here says, which no field holds. */
  always?: Record<string, unknown>;
  preview?: (values: FormValues) => ReactNode;
  /** Creates (null) or changes a row, where the plain form isn't enough. */
  dialog?: (props: {
    listing: Listing<R>;
    title: string;
    row: R | null;
    onClose: () => void;
  }) => ReactNode;
};

/** What a row is called. */
export const rowName = <R extends Row>({ nameOf }: Listing<R>, row: R) =>
  nameOf ? nameOf(row) : String((row as R & { name?: unknown }).name ?? row.id);
