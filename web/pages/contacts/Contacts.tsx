import { useSignals } from "@preact/signals-react/runtime";
import {
  CopyCheck,
  EllipsisVertical,
  FileDown,
  FileUp,
  FilterX,
  MessageSquarePlus,
  Plus,
  Smartphone,
  Tag,
} from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { download } from "../../kit/download.ts";
import { Empty } from "../../kit/Empty.tsx";
import { type List, useList } from "../../lists/list.ts";
import type { Listing } from "../../lists/listing.ts";
import { useSelection } from "../../lists/selection.ts";
import { LoadMore, NoRows, SearchBox } from "../../lists/ListPage.tsx";
import { ListRows } from "../../lists/ListRows.tsx";
import { Menu, type MenuItem } from "../../kit/Menu.tsx";
import { useTranslation } from "../../kit/text.ts";
import { onDemand } from "../../kit/on-demand.ts";
import { Page } from "../../kit/Page.tsx";
import { toast } from "../../kit/Toast.tsx";
import { live } from "../../session/live.ts";
import { can } from "../../session/can.ts";
import { plan } from "../../session/session.ts";
import { openOrBeginTicket } from "../../shell/go-to-ticket.ts";
import { useChoices } from "../../forms/choices.ts";
import { tags } from "../../lists/company-lists.ts";
import { FilterMenu } from "../../kit/FilterMenu.tsx";
import { ContactForm } from "../../parts/contacts/ContactForm.tsx";
import { useContactActions } from "../../parts/contacts/ContactActions.tsx";
import { contactListing, purchaseColumns } from "./ContactListing.tsx";
import { Duplicates } from "./Duplicates.tsx";
import { EditContact } from "./EditContact.tsx";
import { FromPhone } from "./FromPhone.tsx";
import { Views } from "./Views.tsx";
import { walkedList } from "./one/walk.ts";
import type { Ticket } from "../../types.ts";
import type { ListedContact } from "../../parts/contacts/types.ts";
import { addTexts } from "../../kit/translations.ts";
import "../../parts/contacts/texts.ts";
import texts from "./texts.json";

addTexts(texts);

const SelectionBar = onDemand(async () => (await import("./SelectionBar.tsx")).SelectionBar);

/** The company's contacts. */
export function Contacts() {
  const [tagIds, setTagIds] = useState<number[]>([]);
  const text = useRef("");
  const list = useList<ListedContact>("contacts", {
    order: "name",
    ...(tagIds.length > 0 && { query: { contactTag: JSON.stringify(tagIds) }, filtered: true }),
  });
  // Each choice of tags has its own list; the search text stays.
  useEffect(() => {
    if (list.search.peek() !== text.current) list.search.value = text.current;
    return () => void (text.current = list.search.peek());
  }, [list]);
  // A renamed or deleted tag changes on every contact.
  useEffect(
    () => live.on("tag", ({ action }) => void (action !== "create" && list.reload())),
    [list],
  );
  useEffect(() => void (walkedList.value = list), [list]);
  useEffect(() => live.on("ticket", ({ ticket }) => putTalk(list, ticket as Ticket)), [list]);
  return <ContactsView list={list} tagIds={tagIds} onTags={setTagIds} />;
}

/** Shows a ticket's new words in the row of its contact. */
function putTalk({ rows }: List<ListedContact>, ticket: Ticket | undefined) {
  if (!ticket) return;
  const { contactId, lastMessageAt: at, lastMessage: text, lastMessageFromMe: fromMe } = ticket;
  const { waitingSince, withBot, queueId, user } = ticket;
  const agent = user?.name ?? null;
  const isOlder = ({ id, lastTalk }: ListedContact) =>
    id === contactId && (lastTalk?.at ?? "") <= at;
  if (!rows.peek().some(isOlder)) return;
  const lastTalk = { at, text, fromMe, waitingSince, withBot, queueId, agent };
  rows.value = rows.peek().map((row) => (isOlder(row) ? { ...row, lastTalk } : row));
}

type OpenDialog = "new" | "phone" | "duplicates" | { id: number };

export function ContactsView({
  list,
  tagIds,
  onTags,
}: {
  list: List<ListedContact>;
  tagIds: number[];
  onTags: (ids: number[]) => void;
}) {
  useSignals();
  useChoices(tags);
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const contactActions = useContactActions();
  const selection = useSelection(list);
  const close = () => setDialog(null);
  const rows = list.rows.value;
  const search = list.search.value;
  const filtered = tagIds.length > 0;
  const isEmpty =
    rows.length === 0 && !search.trim() && !filtered && !list.loading.value && !list.failed.value;
  const listing: Listing<ListedContact> = {
    ...contactListing,
    columns: [
      ...contactListing.columns,
      ...(plan.value?.useSales && can("orders.read") ? purchaseColumns : []),
    ],
    menu: contactActions.items,
    actions: (row) => [
      { label: "contacts.talk", icon: MessageSquarePlus, run: () => openOrBeginTicket(row) },
    ],
  };

  const create = (
    <button
      type="button"
      data-create
      className="btn btn-primary shrink-0"
      onClick={() => setDialog("new")}
    >
      <Plus size={18} aria-hidden />
      {t("contacts.new")}
    </button>
  );
  const admin = can("contacts-page:deleteContact");
  const more: MenuItem[] = [
    { label: t("contacts.fromPhone"), icon: Smartphone, onSelect: () => setDialog("phone") },
    { label: t("contacts.fromSheet"), icon: FileUp, href: "/contacts/import" },
    ...(can("contacts.export")
      ? [
          {
            label: t("contacts.toSheet"),
            icon: FileDown,
            onSelect: () =>
              void download("/contacts/export", {
                searchParam: search.trim(),
                ...(filtered && { contactTag: JSON.stringify(tagIds) }),
              }).catch(toast.error),
          },
        ]
      : []),
    ...(admin
      ? [
          {
            label: t("contacts.duplicates.title"),
            icon: CopyCheck,
            onSelect: () => setDialog("duplicates"),
          },
        ]
      : []),
  ];
  const none =
    filtered && !list.failed.value ? (
      <NoneTagged onClear={() => onTags([])} />
    ) : (
      <NoRows listing={contactListing} list={list} create={create} />
    );

  return (
    <Page
      title={t("contacts.title")}
      lead={
        <>
          {t("contacts.lead")}
          <Views
            filter={{ search: search.trim(), tagIds }}
            onChoose={(view) => {
              list.search.value = view.search;
              onTags(view.tagIds);
            }}
          />
        </>
      }
      actions={
        <>
          <Menu label={t("contacts.more")} items={more} className="btn btn-square">
            <EllipsisVertical size={18} aria-hidden />
          </Menu>
          {!isEmpty && create}
        </>
      }
      filters={
        <>
          <SearchBox
            label={t("contacts.searchLabel")}
            value={search}
            busy={list.loading.value && rows.length > 0}
            onChange={(typed) => (list.search.value = typed)}
          />
          <FilterMenu
            label={t("contacts.tags")}
            icon={Tag}
            options={tags.rows.value ?? []}
            chosen={tagIds}
            onChange={onTags}
          />
          <p role="status" className="text-muted text-small tabular ml-auto shrink-0">
            {list.loading.value || isEmpty
              ? ""
              : t("contacts.counted", { count: list.count.value })}
          </p>
        </>
      }
    >
      <ListRows
        listing={listing}
        list={list}
        empty={none}
        selection={can("contacts.write") ? selection : undefined}
        onEdit={({ id }) => setDialog({ id })}
        onDelete={() => {}}
      />
      <LoadMore list={list} />
      {selection.isActive.value && (
        <SelectionBar
          selection={selection}
          total={list.count.value}
          filter={{ searchParam: search.trim(), ...(filtered && { contactTag: tagIds }) }}
        />
      )}

      {dialog === "new" && <ContactForm contact={null} onClose={close} />}
      {dialog === "phone" && <FromPhone onClose={close} />}
      {dialog === "duplicates" && <Duplicates onClose={close} />}
      {dialog !== null && typeof dialog === "object" && (
        <EditContact key={dialog.id} id={dialog.id} onClose={close} />
      )}
      {contactActions.dialog}
    </Page>
  );
}

function NoneTagged({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <Empty
      icon={FilterX}
      title={t("contacts.noneTagged")}
      text={t("contacts.noneTaggedText")}
      action={
        <button type="button" className="btn" onClick={onClear}>
          {t("contacts.clearTags")}
        </button>
      }
    />
  );
}
