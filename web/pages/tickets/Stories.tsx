import type { ReactNode } from "react";
import { ack } from "../../../src/shared/states.ts";
import { Ack } from "../../messages/Ack.tsx";
import { type ListName, ticketLists } from "../../inbox/list-state.ts";
import type { Quick } from "../../lists/company-lists.ts";
import { BulkBar } from "./list/BulkBar.tsx";
import { Composer } from "./write/Composer.tsx";
import { Formatted } from "../../messages/Formatted.tsx";
import { Header } from "./head/Header.tsx";
import { ViewerNames } from "./list/TicketViewers.tsx";
import { ListEmpty } from "./list/ListEmpty.tsx";
import { CannotWrite } from "./write/CannotWrite.tsx";
import { panelStories } from "./panel/Stories.tsx";
import { budgetStories } from "./budgets/Stories.tsx";
import { QuickList } from "./write/QuickList.tsx";
import { Tabs } from "../../kit/Tabs.tsx";
import { conversationStories } from "./talk/Stories.tsx";
import { CheckboxOptions } from "../../kit/CheckboxOptions.tsx";
import { SkeletonRows } from "./list/TicketList.tsx";
import { TicketRow } from "./list/TicketRow.tsx";
import { ago, sampleTicket } from "../../parts/tickets/samples.ts";
import "./texts.ts";

const tag = (id: number, name: string, color: string) => ({ id, name, color });
const open = sampleTicket(1, "Bia Nogueira", "open", 1);
const pending = sampleTicket(2, "Davi Prado", "pending", 2, {
  unreadMessages: 1,
  waitingSince: ago(2),
  userId: null,
  user: null,
});
/** The parts of the tickets screen in their states, for the gallery. */
export const ticketStories: { name: string; show: () => ReactNode }[] = [
  {
    name: "ticket rows",
    show: () => (
      <Pane>
        {rows.map((ticket) => (
          <div key={ticket.id} className="h-18">
            <TicketRow ticket={ticket} tabIndex={0} onFocus={() => {}} />
          </div>
        ))}
      </Pane>
    ),
  },
  {
    name: "ticket rows, low",
    show: () => (
      <Pane>
        {rows.map((ticket) => (
          <div key={ticket.id} className="h-14">
            <TicketRow ticket={ticket} tabIndex={0} onFocus={() => {}} isCompact />
          </div>
        ))}
      </Pane>
    ),
  },
  {
    name: "ticket rows found",
    show: () => (
      <Pane>
        {results.map((ticket) => (
          <div key={ticket.id} className="h-18">
            <TicketRow ticket={ticket} tabIndex={0} onFocus={() => {}} searchText="pão" />
          </div>
        ))}
      </Pane>
    ),
  },
  {
    name: "eyes on a ticket",
    show: () => (
      <div className="flex gap-6">
        <ViewerNames
          people={[
            { id: 2, name: "Ana", typing: false },
            { id: 3, name: "Lia Prado", typing: false },
          ]}
        />
        <ViewerNames people={[{ id: 2, name: "Ana", typing: true }]} />
      </div>
    ),
  },
  {
    name: "selected tickets",
    show: () => (
      <Pane>
        <BulkBar />
      </Pane>
    ),
  },
  {
    name: "ticks",
    show: () => (
      <div className="menu-panel static!">
        <CheckboxOptions
          options={Array.from({ length: 9 }, (_, index) =>
            tag(index, `Etiqueta ${index + 1}`, "#7c3aed"),
          )}
          chosen={[2]}
          onChange={() => {}}
        />
      </div>
    ),
  },
  {
    name: "ticket rows loading",
    show: () => (
      <Pane>
        <SkeletonRows />
      </Pane>
    ),
  },
  {
    name: "ticket tabs",
    show: () => (
      <Pane>
        <Tabs
          label="Abertos"
          values={["assigned", "pending"]}
          value="pending"
          text={(value) => (value === "pending" ? "Aguardando" : "Atendendo")}
          counts={{ assigned: 0, pending: 1200 }}
          onChange={() => {}}
          variant="box"
        />
      </Pane>
    ),
  },
  ...(["assigned", "pending", "closed", "search"] as const).map((name) => ({
    name: `no tickets: ${name}`,
    show: () => <NoTickets name={name} />,
  })),
  {
    name: "ticket headers",
    show: () => (
      <>
        {rows.slice(0, 3).map((ticket) => (
          <Header key={ticket.id} ticket={ticket} single={false} />
        ))}
      </>
    ),
  },
  ...panelStories(open),
  ...budgetStories,
  ...conversationStories(open),
  {
    name: "acks",
    show: () => (
      <div className="flex gap-3">
        {Object.values(ack).map((level) => (
          <Ack key={level} level={level} />
        ))}
      </div>
    ),
  },
  {
    name: "formatted text",
    show: () => (
      <p className="text-talk whitespace-pre-wrap">
        <Formatted
          text={
            "*Negrito*, _itálico_, ~riscado~, `código`, https://paoquente.com.br\n```um\n  bloco```\n2 * 3 * 4 fica como está"
          }
        />
      </p>
    ),
  },
  {
    name: "composer",
    show: () => (
      <div className="pt-40">
        <Composer ticket={open} />
      </div>
    ),
  },
  {
    name: "quick replies",
    show: () => (
      <div className="relative mt-48">
        <QuickList suggestions={quicks} at={1} onChoose={() => {}} none="" />
      </div>
    ),
  },
  {
    name: "no quick replies",
    show: () => (
      <div className="relative mt-20 pt-2">
        <QuickList
          suggestions={[]}
          at={0}
          onChoose={() => {}}
          none="Nenhuma resposta rápida com “/zzz”."
        />
      </div>
    ),
  },
  {
    name: "composer closed",
    show: () => (
      <>
        <CannotWrite ticket={pending} />
        <CannotWrite ticket={{ ...open, status: "closed" }} />
      </>
    ),
  },
];

const Pane = ({ children }: { children: ReactNode }) => (
  <div className="border-line bg-base-100 w-90 overflow-hidden rounded-lg border">{children}</div>
);

function NoTickets({ name }: { name: ListName }) {
  ticketLists[name].state.value = "ready";
  return (
    <Pane>
      <ListEmpty name={name} />
    </Pane>
  );
}

const rows = [
  open,
  sampleTicket(8, "Davi Prado", "open", 12, {
    waitingSince: ago(14),
    lastMessage: "Temos, sim! Separo quantos?",
    lastMessageFromMe: true,
    sendFailed: true,
  }),
  pending,
  sampleTicket(7, "Gil", "closed", 3000, { queue: null, queueId: null }),
  sampleTicket(3, "Elis", "pending", 8, {
    unreadMessages: 1,
    waitingSince: ago(8),
    withBot: true,
    userId: null,
    user: null,
    queue: { id: 2, name: "Encomendas", color: "#b45309" },
  }),
  sampleTicket(4, "Fábio de Albuquerque Cavalcanti Neto", "pending", 90, {
    unreadMessages: 120,
    waitingSince: ago(90),
    userId: null,
    user: null,
  }),
  sampleTicket(5, "Grupo da feira", "open", 70, {
    unreadMessages: 3,
    waitingSince: ago(70),
    isGroup: true,
    contact: {
      id: 5,
      name: "Grupo da feira",
      number: "",
      username: "",
      profilePicUrl: "",
      isGroup: true,
    },
  }),
  sampleTicket(6, "Hugo", "open", 1500, {
    user: { id: 9, name: "Rui" },
    userId: 9,
    tags: [
      tag(1, "VIP", "#7c3aed"),
      tag(2, "Alergia a glúten", "#b91c1c"),
      tag(3, "Retirada", "#1d4ed8"),
    ],
  }),
];

const results = [
  sampleTicket(8, "Pão da Vila", "closed", 4000),
  sampleTicket(9, "Iara", "closed", 9000, {
    hit: {
      messageId: 1,
      text: "Bom dia, queria saber se vocês têm \u0002pão\u0003 de queijo",
      at: "2026-11-20T12:00:00Z",
    },
  }),
];

const quick = (id: number, shortcode: string, message: string): Quick => ({
  id,
  shortcode,
  message,
  geral: true,
  userId: 1,
  user: { id: 1, name: "Ana" },
  mediaPath: null,
  mediaName: null,
  media: null,
  createdAt: ago(1),
  updatedAt: ago(1),
});
const quicks = [
  quick(1, "pix", "Nossa chave Pix é o CNPJ da padaria."),
  quick(2, "horario", "Abrimos às seis e fechamos às vinte, de segunda a sábado."),
];
