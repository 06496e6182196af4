import { Contact } from "lucide-react";
import { Link } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import type { Listing } from "../../lists/listing.ts";
import { ListPage } from "../../lists/ListPage.tsx";
import { ListDialog } from "./ListDialog.tsx";
import type { ContactList } from "./types.ts";
import texts from "./texts.json";

addTexts(texts);

const pathOf = ({ id }: ContactList) => `/contact-lists/${id}/contacts`;

export const contactLists: Listing<ContactList> = {
  name: "contact-lists",
  area: "contactLists",
  options: { envelope: "records", event: "ContactList", key: "record", order: "name" },
  icon: Contact,
  write: "contact-lists.write",
  columns: [
    {
      label: "contactLists.name",
      cell: (list) => (
        <Link
          href={pathOf(list)}
          data-main
          className="link-hover text-primary font-medium wrap-anywhere"
        >
          {list.name}
        </Link>
      ),
      className: "min-w-44",
    },
    {
      label: "contactLists.contactsCount",
      cell: ({ contactsCount }) => <Count count={contactsCount} />,
    },
  ],
  fields: [],
  dialog: ListDialog,
  actions: (list) => [
    { label: "contactLists.open", icon: Contact, run: () => navigate(pathOf(list)) },
  ],
};

/** The recipient lists of campaigns. */
export const ContactLists = () => <ListPage listing={contactLists} />;

function Count({ count }: { count: number }) {
  const { tag } = useTranslation();
  return <span className="tabular">{count.toLocaleString(tag)}</span>;
}
