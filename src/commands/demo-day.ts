type Customer = { name: string; number: string };
type Step = { on: "counter" | "orders"; customer: Customer };

/** One step of the demo's day: a customer says something, or an agent does. `seen` is how far the answer came on the phone. */
export type DemoStep = Step &
  ({ says: string } | { agent: "ana" | "caio"; does: "accepts" | "resolves" } | { agent: "ana" | "caio"; answers: string; seen?: 2 | 3 });

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
  { ...counter(davi), says: "Bom dia! Que horas sai a próxima fornada de pão francês?" },
  { ...counter(davi), agent: "ana", does: "accepts" },
  { ...counter(davi), agent: "ana", answers: "Bom dia, Davi. A próxima sai às 9h30, quentinha.", seen: 3 },
  { ...counter(davi), says: "Perfeito, passo aí. Obrigado!" },
  { ...counter(davi), agent: "ana", answers: "Até já!", seen: 3 },
  { ...counter(davi), agent: "ana", does: "resolves" },

  { ...orders(lia), says: "Oi! Vocês fazem bolo de aniversário para 20 pessoas?" },
  { ...orders(lia), agent: "caio", does: "accepts" },
  { ...orders(lia), agent: "caio", answers: "Oi, Lia! Fazemos, sim. Chocolate, morango ou coco?", seen: 3 },
  { ...orders(lia), says: "Morango. Para sábado, dá tempo?" },
  { ...orders(lia), agent: "caio", answers: "Dá. Sábado a partir das 10h. São *R$ 180,00*, com sinal de R$ 60,00.", seen: 2 },

  { ...counter(otto), says: "Vocês entregam na Rua das Palmeiras?" },
  { ...counter(otto), agent: "ana", does: "accepts" },
  { ...counter(otto), agent: "ana", answers: "Entregamos! Chega em até 40 minutos, taxa de R$ 5,00.", seen: 3 },
  { ...counter(otto), says: "Então quero 10 pães, 200 g de queijo e um café grande" },
  { ...counter(otto), says: "Pago no Pix" },

  { ...orders(teo), says: "Boa tarde, preciso de 100 salgados para sexta" },
  { ...orders(teo), says: "Metade coxinha, metade bolinha de queijo" },
  { ...counter(nina), says: "Tem pão sem glúten hoje?" },
  { ...counter(iara), says: "Esqueci meu guarda-chuva aí de manhã, vocês acharam?" },
  { ...counter(bia), says: "Oi! A broa de milho já saiu?" },
];
