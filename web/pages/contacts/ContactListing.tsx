import { useSignals } from "@preact/signals-react/runtime";
import { Ban, BookUser } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Avatar } from "../../kit/Avatar.tsx";
import { Chip } from "../../kit/Chip.tsx";
import { money, reach, useTranslation } from "../../kit/text.ts";
import type { Listing } from "../../lists/listing.ts";
import type { Contact, ListedContact } from "../../parts/contacts/types.ts";
import { ago } from "./ago.ts";
import { LastTalk, LastTalkLine } from "./LastTalk.tsx";

/** The list of contacts: its columns, and those of a card on a phone. */
export const contactListing: Listing<ListedContact> = {
  name: "contacts",
  icon: BookUser,
  write: "contacts.write",
  nameOf: ({ name }) => name,
  columns: [
    { label: "contacts.name", cell: (row) => <Name row={row} />, className: "max-w-72" },
    {
      label: "contacts.lastTalk",
      cell: ({ lastTalk }) => (lastTalk ? <LastTalk talk={lastTalk} /> : null),
      className: "max-w-72",
      hideLabel: true,
    },
    {
      label: "contacts.agent",
      cell: ({ lastTalk }) => (
        <span className="text-muted block truncate">{lastTalk?.agent ?? "–"}</span>
      ),
      className: "max-w-32 max-lg:hidden",
    },
    {
      label: "contacts.tags",
      cell: (row) => (row.tags.length > 0 ? <Tags row={row} /> : null),
      className: "max-w-60",
      hideLabel: true,
    },
  ],
  cardColumns: [
    {
      label: "contacts.name",
      cell: (row) => (
        <Name row={row} below={row.lastTalk && <LastTalkLine talk={row.lastTalk} />} />
      ),
    },
    {
      label: "contacts.tags",
      cell: (row) => (row.tags.length > 0 ? <Tags row={row} /> : null),
      hideLabel: true,
    },
  ],
  fields: [],
  emptyValues: {},
  canDelete: () => false,
};

function Name({
  row: { id, name, number, username, profilePicUrl, isGroup, active },
  below,
}: {
  row: Contact;
  /** The second line; the number by default. */
  below?: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Avatar name={name} url={profilePicUrl} group={isGroup} size={32} />
      <span className="min-w-0">
        <Link href={`/contacts/${id}`} data-main className="block truncate font-medium">
          {name}
        </Link>
        {below ??
          (reach({ number, username }) && (
            <span className="text-muted text-small tabular block truncate font-normal">
              {reach({ number, username })}
            </span>
          ))}
      </span>
      {!active && (
        <span className="bg-error/12 text-error text-small inline-flex shrink-0 items-center gap-1 rounded-md px-1.5 py-0.5 font-medium">
          <Ban size={13} aria-hidden />
          {t("contacts.blocked")}
        </span>
      )}
    </span>
  );
}

/** A row shows at most so many tags. */
const few = 3;

function Tags({ row: { tags } }: { row: Contact }) {
  return (
    <span className="flex flex-wrap gap-1">
      {tags.slice(0, few).map(({ id, name, color }) => (
        <Chip key={id} color={color}>
          {name}
        </Chip>
      ))}
      {tags.length > few && <span className="text-muted text-small">+{tags.length - few}</span>}
    </span>
  );
}

/** The columns of money, where the shop sells and the user sees its orders. */
export const purchaseColumns: Listing<ListedContact>["columns"] = [
  {
    label: "contacts.spent",
    cell: ({ purchases }) => (
      <span className="tabular block text-right font-medium whitespace-nowrap">
        {purchases ? money(purchases.spent) : "–"}
      </span>
    ),
    className: "w-32 max-xl:hidden [&:is(th)]:text-right [&:is(th)]:whitespace-nowrap",
  },
  {
    label: "contacts.lastOrder",
    cell: ({ purchases }) => <LastOrder at={purchases?.lastAt} />,
    className: "w-32 max-xl:hidden [&:is(th)]:text-right [&:is(th)]:whitespace-nowrap",
  },
];

function LastOrder({ at }: { at: string | undefined }) {
  useSignals();
  const { t } = useTranslation();
  return (
    <span className="text-muted block text-right whitespace-nowrap">
      {at ? ago(at) : t("contacts.neverOrdered")}
    </span>
  );
}
