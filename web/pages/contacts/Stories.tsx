import { signal } from "@preact/signals-react";
import { type ReactNode, useState } from "react";
import type { List } from "../../lists/list.ts";
import type { Story } from "../../parts/story.ts";
import { ContactsView } from "./Contacts.tsx";
import { GroupCard } from "./Duplicates.tsx";
import { TimelineStory } from "./one/Stories.tsx";
import { EraseDialog } from "../../parts/contacts/EraseDialog.tsx";
import { AddressDialog } from "../../parts/contacts/AddressDialog.tsx";
import { AddressList } from "../../parts/contacts/Addresses.tsx";
import type { ListedContact, Address } from "../../parts/contacts/types.ts";

const at = "2026-11-20T12:00:00Z";
const vip = { id: 1, name: "VIP", color: "#0f766e" };
const many = ["Atacado", "Alergia a glúten", "Retira na loja", "Feira"].map((name, index) => ({
  id: index + 2,
  name,
  color: ["#2563a8", "#b0407f", "#f3c969", "#57534e"][index] ?? "",
}));

const contact = (id: number, name: string, change: Partial<ListedContact> = {}): ListedContact => ({
  id,
  name,
  pushName: "",
  number: `551198888000${id}`,
  username: "",
  email: "",
  profilePicUrl: "",
  isGroup: false,
  active: true,
  disableBot: false,
  erasedAt: null,
  tags: [],
  lastTalk: {
    at,
    text: "Consegue com o nome “Benício” em cima? E quanto fica a entrega?",
    fromMe: false,
    waitingSince: id % 2 === 1 ? at : null,
    withBot: false,
    queueId: null,
    agent: id % 2 === 0 ? "Ana" : null,
  },
  purchases: id % 2 === 1 ? { spent: "1234.56", lastAt: at } : null,
  createdAt: at,
  updatedAt: at,
  ...change,
});
const people = [
  contact(1, "Bia Nogueira", { email: "bia@exemplo.com.br", tags: [vip] }),
  contact(2, "Davi Prado", { active: false }),
  contact(3, "Um nome bem comprido de contato que quase não cabe na coluna da lista", {
    email: "um.endereco.bem.comprido.de.correio@exemplo.com.br",
    tags: [vip, ...many],
  }),
  contact(4, "Família da padaria", { isGroup: true, number: "" }),
  contact(5, "12125550123", { number: "12125550123" }),
];

const address = (id: number, type: string, change: Partial<Address> = {}): Address => ({
  id,
  contactId: 1,
  type,
  label: "",
  zipCode: "01310100",
  address: "Avenida Paulista",
  number: "1578",
  complement: "",
  neighborhood: "Bela Vista",
  city: "São Paulo",
  state: "SP",
  latitude: null,
  longitude: null,
  isActive: false,
  createdAt: at,
  updatedAt: at,
  ...change,
});
const homes = [
  address(1, "Casa", { isActive: true }),
  address(2, "Trabalho", {
    address: "Rua das Palmeiras que não acaba mais, esquina com a travessa do mercado",
    complement: "Fundos, portão azul",
  }),
];

const list = (
  rows: ListedContact[],
  change: Partial<List<ListedContact>> = {},
): List<ListedContact> => ({
  rows: signal(rows),
  hasMore: signal(false),
  count: signal(rows.length),
  loading: signal(false),
  failed: signal<unknown>(null),
  search: signal(""),
  more: () => {},
  reload: () => {},
  ...change,
});
const page =
  (contacts: List<ListedContact>, tagIds: number[] = []) =>
  () => <ContactsView list={contacts} tagIds={tagIds} onTags={() => {}} />;

/** The parts of the contacts page, in each of their states. */
export const contactStories: Story[] = [
  { name: "contacts", show: page(list(people)) },
  { name: "contacts empty", show: page(list([])) },
  { name: "contacts loading", show: page(list([], { loading: signal(true) })) },
  {
    name: "contacts refused",
    show: page(list([], { failed: signal<unknown>(new Error("refused")) })),
  },
  { name: "contacts with no such tag", show: page(list([]), [1]) },
  { name: "a contact's timeline", show: () => <TimelineStory /> },
  {
    name: "a contact's addresses",
    show: () => (
      <div className="max-w-lg">
        <AddressList
          rows={homes}
          failed={false}
          retry={() => {}}
          onEdit={() => {}}
          onDelete={() => {}}
        />
      </div>
    ),
  },
  {
    name: "address",
    show: () => (
      <Opens name="Endereço">
        {(close) => <AddressDialog contactId={1} address={homes[1] ?? null} onClose={close} />}
      </Opens>
    ),
  },
  {
    name: "erase a contact",
    show: () => (
      <Opens name="Apagar">
        {(close) => <EraseDialog person={{ id: 1, name: "Bia Nogueira" }} onClose={close} />}
      </Opens>
    ),
  },
  {
    name: "contacts who may be one",
    show: () => (
      <ul className="flex max-w-2xl flex-col gap-3">
        <GroupCard
          group={{
            reason: "number",
            contacts: people.slice(0, 3).map((one, index) => ({
              ...one,
              tickets: 2 - index,
              lastMessageAt: index < 2 ? at : null,
            })),
          }}
          onMerge={() => {}}
        />
        <GroupCard
          group={{
            reason: "nameEmail",
            contacts: people
              .slice(0, 2)
              .map((one) => ({ ...one, tickets: 0, lastMessageAt: null })),
          }}
          onMerge={() => {}}
        />
      </ul>
    ),
  },
];

function Opens({ name, children }: { name: string; children: (close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className="btn" onClick={() => setOpen(true)}>
        {name}
      </button>
      {open && children(() => setOpen(false))}
    </>
  );
}
