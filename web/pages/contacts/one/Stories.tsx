import { addTexts } from "../../../kit/translations.ts";
import type { Entry } from "./entries.ts";
import { EntryGroups } from "./Timeline.tsx";
import texts from "./texts.json";

addTexts(texts);

const at = (day: number, hour: number) => `2026-${day > 20 ? "10" : "11"}-${day}T${hour}:20:00Z`;
const sale = { items: [{ amount: 40, name: "Coxinha" }], more: 3, status: null };

const entries: Entry[] = [
  { kind: "reminder", id: 1, at: at(20, 21), text: "", user: "Ana", isDone: true, uuid: "a" },
  {
    kind: "payment",
    id: 1,
    at: at(20, 18),
    value: "124.00",
    method: "Pix",
    orderId: 1,
    orderNumber: 1042,
    isRefund: false,
    isCredit: false,
  },
  {
    kind: "order",
    id: 1,
    at: at(20, 17),
    number: 1042,
    total: "248.00",
    owed: "124.00",
    paymentState: "partial",
    isCancelled: false,
    ...sale,
  },
  {
    kind: "note",
    id: 1,
    at: at(20, 16),
    note: "Quer bolo azul para sábado, 10 h. Falta confirmar o sabor.",
    user: "Caio",
    uuid: "a",
  },
  {
    kind: "conversation",
    id: 1,
    at: at(20, 15),
    uuid: "a",
    status: "open",
    queue: "Doces",
    people: ["Caio", "Ana"],
    words: "Oi! Vocês fazem bolo de aniversário para sábado?",
    messages: 11,
    minutes: null,
    byBot: false,
    rate: null,
  },
  {
    kind: "order",
    id: 2,
    at: at(28, 15),
    number: 987,
    total: "312.80",
    owed: "0.00",
    paymentState: "paid",
    isCancelled: false,
    ...sale,
  },
  {
    kind: "campaign",
    id: 1,
    at: at(27, 15),
    name: "Festa de criança",
    readAt: at(27, 16),
    answeredAt: null,
    answer: "",
  },
  {
    kind: "optOut",
    id: 1,
    at: at(26, 15),
    source: "answer",
    reason: "sair",
    user: null,
    campaign: "Festa de criança",
  },
];

export const TimelineStory = () => (
  <div className="card-quiet max-w-3xl">
    <EntryGroups entries={entries} />
  </div>
);
