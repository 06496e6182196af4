import { ApiError } from "../../kit/api.ts";
import { companyDay } from "../../parts/days/company-day.ts";
import type { Story } from "../../parts/story.ts";
import { ago, sampleTicket } from "../../parts/tickets/samples.ts";
import type { Tag, Ticket } from "../../types.ts";
import { KanbanView } from "./KanbanView.tsx";
import { laneOf } from "./lane-lists.ts";

const lane = (id: number, name: string, color: string): Tag => ({
  id,
  name,
  color,
  kanban: 1,
  position: id,
  userId: null,
  createdAt: ago(0),
  updatedAt: ago(0),
});
const lanes = [
  lane(1, "Novo pedido", "#b45309"),
  lane(2, "Orçamento enviado", "#1d4ed8"),
  lane(3, "Aguardando pagamento do sinal pelo cliente", "#7c3aed"),
  lane(4, "Pronto", "#4d7c0f"),
];

const names = [
  "Bia Nogueira",
  "Davi Prado",
  "Fábio de Albuquerque Cavalcanti Neto",
  "Elis",
  "Guto",
];
const vip = { id: 9, name: "Cliente fiel", color: "#0f766e" };

function card(index: number): Ticket {
  const tag = lanes[(index % 5) - 1];
  const isWaiting = index % 3 === 0;
  return sampleTicket(
    index + 1,
    names[index % names.length]!,
    isWaiting ? "pending" : "open",
    index * 4,
    {
      kanbanTagId: tag?.id ?? null,
      tags: [
        ...(tag ? [{ id: tag.id, name: tag.name, color: tag.color }] : []),
        ...(index % 4 === 0 ? [vip] : []),
      ],
      unreadMessages: isWaiting ? index + 1 : 0,
      lastMessageFromMe: !isWaiting,
      sendFailed: index === 1,
      ...(isWaiting && { user: null, userId: null, waitingSince: ago(index * 4) }),
      lastMessage:
        index % 2 === 0
          ? "Oi! Quero *10 pães de queijo* e um bolo de fubá com goiabada para sábado de manhã, dá tempo?"
          : "Pode ser no Pix?",
    },
  );
}

type Look = { count?: number; tags?: Tag[] | null; isLoading?: boolean; error?: unknown };

function SampleKanban({ count = 17, tags = lanes, isLoading = false, error = null }: Look) {
  const cards = Array.from({ length: count }, (_, index) => card(index)).filter(
    (ticket) => tags || !ticket.kanbanTagId,
  );
  const today = companyDay(new Date());
  const days = { startDate: today, endDate: today };
  const figures = new Map(
    [0, 1, 2, 3, 4].map((id) => [
      id,
      { count: cards.filter((ticket) => laneOf(ticket) === id).length, hasMore: false },
    ]),
  );
  const refuse = () => Promise.reject(new ApiError(409, { error: "ERR_CARD_MOVED" }));
  const nothing = () => {};
  return (
    <div className="h-[40rem]">
      <KanbanView
        tags={tags}
        cards={cards}
        figures={figures}
        otherDays={12}
        isLoading={isLoading}
        error={error}
        filter={{ days, queueIds: [] }}
        days={days}
        today={today}
        queues={[{ id: 1, name: "Atendimento" }]}
        onDays={nothing}
        onAllDays={nothing}
        onQueues={nothing}
        onRetry={nothing}
        onOpen={nothing}
        onMove={refuse}
        onReorder={refuse}
      />
    </div>
  );
}

/** The kanban in each of its states, for the gallery. */
export const kanbanStories: Story[] = [
  { name: "kanban", show: () => <SampleKanban /> },
  { name: "kanban without lanes", show: () => <SampleKanban count={0} tags={[]} /> },
  { name: "kanban loading", show: () => <SampleKanban count={0} isLoading /> },
  {
    name: "kanban offline",
    show: () => <SampleKanban count={0} error={new ApiError(0, { error: "ERR_NETWORK" })} />,
  },
];
