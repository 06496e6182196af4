import type { ReactNode } from "react";
import { sampleOrders } from "../parts/orders/samples.ts";
import { Kbd } from "../kit/Kbd.tsx";
import { keys } from "./keys/keys.ts";
import type { Ticket } from "../types.ts";
import { UnreadTicket } from "./BellRows.tsx";
import { DueIn } from "./DueIn.tsx";
import { OverdueSince } from "./OverdueSince.tsx";
import { Insecure } from "./InsecureNote.tsx";
import { ReadOnVisit } from "../parts/VisitLimit.tsx";
import { Visit } from "./Visit.tsx";
import { BackupAlert } from "./BackupsLate.tsx";
import { CompanyShut } from "./company-shut/ShutCompanies.tsx";
import { PendingOrder } from "./OrdersPopover.tsx";
import { NotificationSettingsView } from "./NotificationSettings.tsx";
import { PaletteItemView } from "./Palette.tsx";

const now = new Date().toISOString();

const ticket = (id: number, name: string, change: Partial<Ticket> = {}): Ticket => ({
  id,
  uuid: `gallery-bell-${id}`,
  status: "open",
  contactId: id,
  whatsappId: 1,
  queueId: 1,
  userId: 1,
  isGroup: false,
  lastMessage: "Tem *pão de queijo* agora?",
  lastMessageAt: now,
  unreadMessages: 1,
  fromMe: false,
  lastMessageFromMe: false,
  sendFailed: false,
  reachedAt: null,
  lateWaitSince: null,
  sla: null,
  snoozedUntil: null,
  wokenAt: null,
  markedUnread: false,
  waitingSince: null,
  withBot: false,
  place: null,
  kanbanTagId: null,
  chatbot: false,
  queueOptionId: null,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  referral: null,
  createdAt: now,
  updatedAt: now,
  contact: { id, name, number: "5511988880001", username: "", profilePicUrl: "", isGroup: false },
  queue: { id: 1, name: "Atendimento", color: "#0f766e" },
  whatsapp: { id: 1, name: "Balcão da padaria", status: "CONNECTED" },
  user: { id: 1, name: "Ana" },
  tags: [],
  windowUntil: null,
  ...change,
});

const long = "Queria encomendar um bolo de dois quilos para sábado de manhã, sem lactose. ".repeat(
  2,
);

/** The parts of the top bar that need no server, for the gallery. */
export const shellStories: { name: string; show: () => ReactNode }[] = [
  {
    name: "unread tickets",
    show: () => (
      <div className="menu-panel static! w-88">
        {[
          ticket(1, "Bia"),
          ticket(2, "Fábio de Albuquerque Cavalcanti Neto", {
            status: "pending",
            queue: null,
            unreadMessages: 120,
            lastMessage: long,
          }),
        ].map((one) => (
          <UnreadTicket key={one.id} ticket={one} />
        ))}
      </div>
    ),
  },
  {
    name: "pending orders",
    show: () => (
      <div className="menu-panel static! w-88">
        {sampleOrders(3).map((order) => (
          <PendingOrder key={order.id} order={order} />
        ))}
      </div>
    ),
  },
  {
    name: "notices",
    show: () => (
      <div className="grid gap-4 sm:grid-cols-2">
        {(["default", "denied", "insecure", "missing"] as const).map((state) => (
          <div key={state} className="card-quiet">
            <NotificationSettingsView state={state} on />
          </div>
        ))}
        <div className="card-quiet">
          <NotificationSettingsView state="granted" on />
        </div>
        <div className="card-quiet">
          <NotificationSettingsView state="granted" on={false} />
        </div>
      </div>
    ),
  },
  { name: "insecure", show: () => <Insecure /> },
  {
    name: "company shut",
    show: () => (
      <>
        {[[{ name: "a", at: now, messages: 12430, lastMessageAt: now }], []].map((copies) => (
          <CompanyShut
            key={copies.length}
            company={{ id: 1, name: "Padaria Pão Quente", file: "companies/1.sqlite", copies }}
            onBringBack={() => {}}
          />
        ))}
      </>
    ),
  },
  {
    name: "backup alerts",
    show: () => (
      <>
        <BackupAlert what="backupsLate" />
        <BackupAlert what="safeMode" />
      </>
    ),
  },
  {
    name: "support visit",
    show: () => (
      <>
        <Visit by="Rui" company="Mercearia Sol" endsAt="2026-11-20T18:30:00Z" mine mayEnd />
        <div className="p-4">
          <ReadOnVisit />
        </div>
        <Visit
          by="Rui"
          company="Mercearia Sol"
          endsAt="2026-11-20T18:30:00Z"
          mine={false}
          mayEnd={false}
        />
      </>
    ),
  },
  {
    name: "due soon",
    show: () => (
      <>
        <DueIn days={3} canPay />
        <DueIn days={0} canPay />
        <DueIn days={-2} canPay />
        <DueIn days={-2} canPay={false} />
      </>
    ),
  },
  { name: "overdue since", show: () => <OverdueSince due="2026-11-20" canPay /> },
  {
    name: "keys",
    show: () => (
      <div className="flex flex-wrap gap-4">
        {keys.map(({ does, combo }) => (
          <Kbd key={does} combo={combo} />
        ))}
      </div>
    ),
  },
  {
    name: "palette items",
    show: () => (
      <div className="max-w-md">
        {items.map((item) => (
          <div key={item.id} className="menu-item">
            <PaletteItemView item={item} />
          </div>
        ))}
      </div>
    ),
  },
];

const items = [
  {
    id: "deed",
    label: "Resolver e abrir o próximo",
    combo: { code: "KeyE", alt: true, shift: true },
    run: () => {},
  },
  {
    id: "ticket",
    label: "Bia",
    contact: ticket(1, "Bia").contact,
    beside: "Em atendimento · Atendimento · Tem pão de queijo agora?",
    run: () => {},
  },
  {
    id: "message",
    label: "Davi",
    hit: "Queria encomendar um \u0002bolo\u0003 de dois quilos para sábado de manhã, sem lactose, com a massa branca",
    run: () => {},
  },
];
