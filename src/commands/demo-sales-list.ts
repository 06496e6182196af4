import { counterCustomers } from "./demo-shop.ts";

type Item = [name: string, amount: number];
export type DemoSale = {
  agent: "ana" | "caio";
  /** The customer's number. */
  of: string;
  items: Item[];
  pays: "Dinheiro" | "Pix" | "Cartão de crédito" | "Cartão de débito";
  /** Which of the two stores; the first when left out. */
  store?: 0 | 1;
  isDelivered?: boolean;
  changeFor?: string;
  discount?: string;
  coupon?: string;
  notes?: string;
  /** The status that its order has reached; an open budget has none. */
  reaches?: "Pendente" | "Em preparo" | "Saiu para entrega" | "Entregue" | "Cancelado";
};

const { elisa, hugo, marta, jonas, paula, ruth, saulo, vera } = counterCustomers;
const [bia, davi, lia, otto, nina, teo] = [
  "5511988880001",
  "5511988880002",
  "5511988880003",
  "5511988880004",
  "5511988880005",
  "5511988880006",
] as const;

/** Sales and offers in order, spread over the day. */
export const sales: DemoSale[] = [
  {
    agent: "ana",
    of: elisa.number,
    items: [
      ["Pão francês", 8],
      ["Café com leite", 1],
    ],
    pays: "Dinheiro",
    changeFor: "20.00",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: jonas.number,
    items: [
      ["Pão de queijo", 6],
      ["Café grande", 2],
    ],
    pays: "Pix",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: hugo.number,
    items: [
      ["Pão de forma", 1],
      ["Queijo prato 200 g", 1],
      ["Guaraná", 2],
    ],
    pays: "Pix",
    isDelivered: true,
    reaches: "Entregue",
  },
  {
    agent: "caio",
    of: paula.number,
    items: [
      ["Bolo de cenoura", 1],
      ["Brigadeiro", 30],
    ],
    pays: "Cartão de crédito",
    coupon: "BEMVINDO10",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: saulo.number,
    items: [
      ["Misto quente", 2],
      ["Suco de laranja", 2],
    ],
    pays: "Cartão de débito",
    store: 1,
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: marta.number,
    items: [
      ["Croissant", 4],
      ["Geleia de morango", 1],
      ["Café pequeno", 2],
    ],
    pays: "Pix",
    isDelivered: true,
    coupon: "ENTREGAGRATIS",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: vera.number,
    items: [
      ["Pão francês", 12],
      ["Baguete", 2],
    ],
    pays: "Dinheiro",
    changeFor: "50.00",
    reaches: "Entregue",
  },
  {
    agent: "caio",
    of: ruth.number,
    items: [["Torta de limão", 1]],
    pays: "Cartão de crédito",
    isDelivered: true,
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: davi,
    items: [["Pão francês", 10]],
    pays: "Dinheiro",
    changeFor: "10.00",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: jonas.number,
    items: [
      ["Empada de palmito", 3],
      ["Guaraná", 1],
    ],
    pays: "Pix",
    store: 1,
    reaches: "Entregue",
  },
  {
    agent: "caio",
    of: elisa.number,
    items: [
      ["Torta holandesa", 1],
      ["Beijinho", 20],
    ],
    pays: "Cartão de crédito",
    discount: "6.00",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: hugo.number,
    items: [
      ["Sanduíche natural", 2],
      ["Suco de morango", 2],
    ],
    pays: "Pix",
    isDelivered: true,
    coupon: "CAFE5",
    reaches: "Cancelado",
  },
  {
    agent: "ana",
    of: saulo.number,
    items: [
      ["Broa de milho", 6],
      ["Café com leite", 2],
    ],
    pays: "Pix",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: paula.number,
    items: [
      ["Rosquinha glaceada", 4],
      ["Chocolate quente", 2],
    ],
    pays: "Cartão de débito",
    store: 1,
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: vera.number,
    items: [
      ["Pão integral", 2],
      ["Queijo minas 200 g", 2],
    ],
    pays: "Pix",
    isDelivered: true,
    reaches: "Entregue",
  },
  {
    agent: "caio",
    of: marta.number,
    items: [
      ["Bolo de chocolate", 1],
      ["Água mineral", 4],
    ],
    pays: "Cartão de crédito",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: ruth.number,
    items: [
      ["Esfiha de carne", 8],
      ["Kibe", 6],
    ],
    pays: "Pix",
    isDelivered: true,
    coupon: "BEMVINDO10",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: elisa.number,
    items: [["Sonho", 4]],
    pays: "Dinheiro",
    changeFor: "50.00",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: jonas.number,
    items: [
      ["Pão de queijo", 12],
      ["Suco de laranja", 3],
    ],
    pays: "Pix",
    isDelivered: false,
    store: 1,
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: hugo.number,
    items: [
      ["Bolo de fubá", 1],
      ["Café pequeno", 2],
    ],
    pays: "Pix",
    isDelivered: true,
    notes: "Campainha não funciona: ligar ao chegar.",
    reaches: "Saiu para entrega",
  },
  {
    agent: "ana",
    of: saulo.number,
    items: [
      ["Misto quente", 1],
      ["Café grande", 1],
    ],
    pays: "Cartão de débito",
    reaches: "Entregue",
  },
  {
    agent: "ana",
    of: marta.number,
    items: [
      ["Pão francês", 20],
      ["Pão de forma", 1],
    ],
    pays: "Pix",
    isDelivered: true,
    reaches: "Saiu para entrega",
  },
  {
    agent: "caio",
    of: vera.number,
    items: [
      ["Torta de limão", 1],
      ["Bolo de fubá", 1],
    ],
    pays: "Cartão de crédito",
    isDelivered: true,
    reaches: "Cancelado",
  },
  {
    agent: "ana",
    of: ruth.number,
    items: [
      ["Biscoito de polvilho 200 g", 2],
      ["Geleia de morango", 2],
    ],
    pays: "Pix",
    isDelivered: true,
    reaches: "Saiu para entrega",
  },
  {
    agent: "caio",
    of: paula.number,
    items: [
      ["Coxinha", 20],
      ["Bolinha de queijo", 20],
    ],
    pays: "Pix",
    discount: "10.00",
    notes: "Retira às 18h.",
    reaches: "Em preparo",
  },
  {
    agent: "caio",
    of: lia,
    items: [
      ["Bolo de morango para 20 pessoas", 1],
      ["Brigadeiro", 40],
    ],
    pays: "Cartão de crédito",
    coupon: "BEMVINDO10",
  },
  {
    agent: "ana",
    of: elisa.number,
    items: [
      ["Croissant", 2],
      ["Café com leite", 2],
    ],
    pays: "Pix",
    reaches: "Em preparo",
  },
  {
    agent: "caio",
    of: jonas.number,
    items: [["Bolo de cenoura", 2]],
    pays: "Cartão de crédito",
    store: 1,
    reaches: "Em preparo",
  },
  {
    agent: "ana",
    of: otto,
    items: [
      ["Pão francês", 10],
      ["Queijo minas 200 g", 1],
      ["Café grande", 1],
    ],
    pays: "Pix",
    isDelivered: true,
  },
  {
    agent: "ana",
    of: vera.number,
    items: [
      ["Pão francês", 6],
      ["Broa de milho", 4],
    ],
    pays: "Dinheiro",
    isDelivered: true,
    changeFor: "50.00",
    reaches: "Pendente",
  },
  {
    agent: "caio",
    of: saulo.number,
    items: [
      ["Pão integral", 1],
      ["Fatia de bolo", 3],
    ],
    pays: "Pix",
    reaches: "Pendente",
  },
  {
    agent: "caio",
    of: teo,
    items: [
      ["Coxinha", 50],
      ["Bolinha de queijo", 50],
    ],
    pays: "Pix",
    discount: "30.00",
  },
  { agent: "ana", of: nina, items: [["Pão sem glúten", 2]], pays: "Cartão de débito" },
  {
    agent: "ana",
    of: hugo.number,
    items: [
      ["Pão de queijo", 10],
      ["Guaraná", 2],
    ],
    pays: "Pix",
    isDelivered: true,
    coupon: "CAFE5",
    reaches: "Pendente",
  },
  {
    agent: "ana",
    of: bia,
    items: [
      ["Broa de milho", 6],
      ["Café grande", 1],
    ],
    pays: "Pix",
    isDelivered: true,
  },
  {
    agent: "ana",
    of: marta.number,
    items: [["Rosquinha glaceada", 6]],
    pays: "Cartão de débito",
    reaches: "Pendente",
  },
];
