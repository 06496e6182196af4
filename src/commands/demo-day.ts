type Customer = { name: string; number: string };
type Step = { on: "counter" | "orders"; customer: Customer };

/**
 * One step of the demo's day: a customer or an agent writes. `seen` is the delivery level of the
 * answer on the phone.
 */
export type DemoStep = Step &
  (
    | { writes: string }
    | { agent: "ana" | "caio"; does: "accepts" | "resolves" }
    | { agent: "ana" | "caio"; answers: string; seen?: 2 | 3 }
  );

const bia = { name: "Bia Nogueira", number: "5511988880001" };
const davi = { name: "Davi Prado", number: "5511988880002" };
const lia = { name: "Lia Campos", number: "5511988880003" };
const otto = { name: "Otto Ramos", number: "5511988880004" };
const nina = { name: "Nina Sales", number: "5511988880005" };
const teo = { name: "Teo Martins", number: "5511988880006" };
const iara = { name: "Iara Lima", number: "5511988880007" };

const counter = (customer: Customer) => ({ on: "counter", customer }) as const;
const orders = (customer: Customer) => ({ on: "orders", customer }) as const;

export const day: DemoStep[] = [
  { ...counter(davi), writes: "Bom dia! Que horas sai a próxima fornada de pão francês?" },
  { ...counter(davi), agent: "ana", does: "accepts" },
  {
    ...counter(davi),
    agent: "ana",
    answers: "Bom dia, Davi. A próxima sai às 9h30, quentinha.",
    seen: 3,
  },
  { ...counter(davi), writes: "Perfeito, passo aí. Obrigado!" },
  { ...counter(davi), agent: "ana", answers: "Até já!", seen: 3 },
  { ...counter(davi), agent: "ana", does: "resolves" },

  { ...orders(lia), writes: "Oi! Vocês fazem bolo de aniversário para 20 pessoas?" },
  { ...orders(lia), agent: "caio", does: "accepts" },
  {
    ...orders(lia),
    agent: "caio",
    answers: "Oi, Lia! Fazemos, sim. Chocolate, morango ou coco?",
    seen: 3,
  },
  { ...orders(lia), writes: "Morango. Para sábado, dá tempo?" },
  {
    ...orders(lia),
    agent: "caio",
    answers: "Dá. Sábado a partir das 10h. São *R$ 180,00*, com sinal de R$ 60,00.",
    seen: 2,
  },

  { ...counter(otto), writes: "Vocês entregam na Rua das Palmeiras?" },
  { ...counter(otto), agent: "ana", does: "accepts" },
  {
    ...counter(otto),
    agent: "ana",
    answers: "Entregamos! Chega em até 40 minutos, taxa de R$ 5,00.",
    seen: 3,
  },
  { ...counter(otto), writes: "Então quero 10 pães, 200 g de queijo e um café grande" },
  { ...counter(otto), writes: "Pago no Pix" },

  { ...orders(teo), writes: "Boa tarde, preciso de 100 salgados para sexta" },
  { ...orders(teo), writes: "Metade coxinha, metade bolinha de queijo" },
  { ...counter(nina), writes: "Tem pão sem glúten hoje?" },
  { ...counter(iara), writes: "Esqueci meu guarda-chuva aí de manhã, vocês acharam?" },
  { ...counter(bia), writes: "Oi! A broa de milho já saiu?" },
];

/**
 * The lanes of the tickets' board, and the customers whose tickets are in them at the end of the
 * day.
 */
export const board: { name: string; color: string; customers: Customer[] }[] = [
  { name: "Novo pedido", color: "#b45309", customers: [teo] },
  { name: "Orçamento enviado", color: "#1d4ed8", customers: [lia] },
  { name: "Aguardando pagamento", color: "#7c3aed", customers: [otto] },
  { name: "Pronto", color: "#4d7c0f", customers: [bia] },
];

/** The team's scheduled messages for the next days, at the shop's time; `every` repeats one. */
export const week: {
  agent: "ana" | "caio";
  customer: Customer;
  days: number;
  time: string;
  body: string;
  every?: "week" | "weekday";
}[] = [
  {
    agent: "ana",
    customer: davi,
    days: 1,
    time: "08:30",
    body: "{{greeting}}, {{firstName}}! A fornada das 9h30 já está no forno.",
    every: "weekday",
  },
  {
    agent: "ana",
    customer: otto,
    days: 1,
    time: "10:00",
    body: "Oi, {{firstName}}! A entrega chegou direitinho?",
  },
  {
    agent: "caio",
    customer: lia,
    days: 2,
    time: "09:00",
    body: "{{firstName}}, seu bolo de morango está confirmado. Quer que a gente escreva o nome?",
  },
  {
    agent: "caio",
    customer: teo,
    days: 3,
    time: "14:00",
    body: "{{firstName}}, seus 100 salgados saem na sexta às 17h. Retira ou entregamos?",
  },
  {
    agent: "ana",
    customer: nina,
    days: 4,
    time: "08:00",
    body: "Hoje tem pão sem glúten, {{firstName}}. Separo um para você?",
    every: "week",
  },
  {
    agent: "caio",
    customer: lia,
    days: 5,
    time: "10:00",
    body: "Bom dia, {{firstName}}! Seu bolo está pronto para retirar.",
  },
  {
    agent: "ana",
    customer: iara,
    days: 6,
    time: "16:30",
    body: "{{firstName}}, seu guarda-chuva continua guardado com a gente.",
  },
];

/** The agents' reminders: due now, so that the bell shows them, or at a time tomorrow. */
export const reminders: {
  agent: "ana" | "caio";
  customer: Customer;
  tomorrow?: string;
  text: string;
}[] = [
  { agent: "ana", customer: otto, text: "Perguntar se a entrega chegou" },
  { agent: "ana", customer: nina, tomorrow: "09:00", text: "Avisar do pão sem glúten" },
  { agent: "caio", customer: lia, tomorrow: "10:30", text: "Escolher a cobertura do bolo" },
];

/** The team's internal chat: its owner, and the author of each message. */
export const talk: {
  title: string;
  owner: "ana" | "caio";
  messages: { by: "rui" | "ana" | "caio"; text: string }[];
} = {
  title: "Equipe do balcão",
  owner: "ana",
  messages: [
    { by: "ana", text: "Bom dia! A fornada das 9h30 atrasa dez minutos, avisem os clientes." },
    { by: "caio", text: "Avisado. O bolo da Lia é *de morango*, para sábado às 10h." },
    { by: "rui", text: "@Caio o sinal do bolo já caiu? 👀" },
    { by: "caio", text: "Caiu agora, R$ 60,00." },
    { by: "ana", text: "@Rui acharam um guarda-chuva na mesa 3, é da Iara." },
  ],
};
