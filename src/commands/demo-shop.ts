import { drawings, type Drawing } from "./demo-pictures.ts";

const [butter, mint, lilac, rose, sky] = [
  "#fbe9d0",
  "#dcebe4",
  "#e8e3f3",
  "#fbdfdf",
  "#dbeaf5",
] as const;

const palmeiras = {
  zipCode: "01226010",
  address: "Rua das Palmeiras",
  neighborhood: "Santa Cecília",
  city: "São Paulo",
  state: "SP",
};

/** The shop's two stores. The shop's quick messages name the same Pix key and fee. */
export const stores = [
  {
    name: "Santa Cecília",
    fantasy: "Padaria Pão Quente",
    document: "12.345.678/0001-95",
    ...palmeiras,
    number: "88",
    latitude: -23.5393,
    longitude: -46.6502,
    keyPix: "12345678000195",
  },
  {
    name: "Vila Buarque",
    fantasy: "Padaria Pão Quente",
    document: "12.345.678/0002-76",
    zipCode: "01221000",
    address: "Rua General Jardim",
    number: "410",
    neighborhood: "Vila Buarque",
    city: "São Paulo",
    state: "SP",
    latitude: -23.5448,
    longitude: -46.6489,
    keyPix: "12345678000195",
  },
];

/** Delivery fees, from an order value and from a distance (km) on. */
export const fees = [
  { saleValue: "0.00", minKm: "0.00", deliveryFee: "5.00" },
  { saleValue: "60.00", minKm: "2.00", deliveryFee: "3.00" },
  { saleValue: "120.00", minKm: "5.00", deliveryFee: "0.00" },
];

/** Texts that a customer receives when an order enters a status. */
export const statusTexts = {
  "Em preparo":
    "Oi, {{firstName}}! Recebemos seu pedido {{order}} ({{order_total}}) e já estamos preparando.",
  "Saiu para entrega":
    "{{firstName}}, seu pedido {{order}} saiu para entrega. Em poucos minutos chega quentinho aí!",
};

export const categories = [
  "Pães",
  "Salgados",
  "Bolos e tortas",
  "Doces",
  "Bebidas",
  "Frios e mercearia",
] as const;

/**
 * Prices in reais; `stock` is the first store's, and the second has half. The mark of a low stock
 * is 8.
 */
export type DemoProduct = {
  name: string;
  category: (typeof categories)[number];
  price: number;
  promotion?: number;
  stock: number;
  drawing: Drawing;
  description?: string;
};

const d = drawings;

export const products: DemoProduct[] = [
  { name: "Pão francês", category: "Pães", price: 0.9, stock: 600, drawing: d.roll(butter) },
  { name: "Pão de forma", category: "Pães", price: 11.9, stock: 24, drawing: d.loaf(mint) },
  {
    name: "Pão integral",
    category: "Pães",
    price: 13.5,
    stock: 18,
    drawing: d.loaf(lilac, "#7d4f2a", "#c99b66"),
  },
  {
    name: "Pão sem glúten",
    category: "Pães",
    price: 18.9,
    stock: 6,
    drawing: d.loaf(rose, "#caa05c", "#f8e8c6"),
    description: "Feito às terças e quintas, em forno separado.",
  },
  { name: "Baguete", category: "Pães", price: 8.5, stock: 30, drawing: d.baguette(sky) },
  {
    name: "Ciabatta",
    category: "Pães",
    price: 7.9,
    stock: 20,
    drawing: d.roll(mint, "#e0b878", "#fff1d6"),
  },
  {
    name: "Broa de milho",
    category: "Pães",
    price: 4.5,
    promotion: 3.5,
    stock: 60,
    drawing: d.roll(lilac, "#e5b13a", "#f9e08f"),
    description: "Sai do forno às 10h e às 15h.",
  },
  { name: "Croissant", category: "Pães", price: 9.5, stock: 40, drawing: d.croissant(rose) },
  { name: "Pão de queijo", category: "Salgados", price: 4, stock: 150, drawing: d.balls(butter) },
  { name: "Coxinha", category: "Salgados", price: 6.5, stock: 140, drawing: d.drop(mint) },
  {
    name: "Bolinha de queijo",
    category: "Salgados",
    price: 5.5,
    stock: 140,
    drawing: d.balls(lilac, "#c9762b", "#e7a65a"),
  },
  {
    name: "Empada de palmito",
    category: "Salgados",
    price: 8,
    stock: 36,
    drawing: d.cookie(rose, "#e0ac5c", "#c88a3c"),
  },
  {
    name: "Esfiha de carne",
    category: "Salgados",
    price: 6,
    stock: 60,
    drawing: d.ring(sky, "#8a4b2a", "#e0b06a"),
  },
  {
    name: "Kibe",
    category: "Salgados",
    price: 6.5,
    stock: 50,
    drawing: d.drop(butter, "#7a4a2a", "#a06a42"),
  },
  {
    name: "Misto quente",
    category: "Salgados",
    price: 14,
    stock: 40,
    drawing: d.sandwich(mint, "#e79aa0"),
  },
  {
    name: "Sanduíche natural",
    category: "Salgados",
    price: 16.5,
    stock: 16,
    drawing: d.sandwich(sky, "#e9734a", "#a8743e"),
  },
  {
    name: "Bolo de cenoura",
    category: "Bolos e tortas",
    price: 42,
    stock: 14,
    drawing: d.cake(butter, "#e0862e", "#5b3218", "#f3cf93"),
  },
  {
    name: "Bolo de chocolate",
    category: "Bolos e tortas",
    price: 48,
    stock: 12,
    drawing: d.cake(rose, "#6b3a1e", "#8a5230", "#c8324a"),
  },
  {
    name: "Bolo de fubá",
    category: "Bolos e tortas",
    price: 32,
    promotion: 27.9,
    stock: 15,
    drawing: d.cake(mint, "#e8b84a", "#f9e6a8", "#d98f2b"),
  },
  {
    name: "Bolo de morango para 20 pessoas",
    category: "Bolos e tortas",
    price: 180,
    stock: 10,
    drawing: d.cake(lilac, "#f3c9a0", "#fff4ee", "#d62d4c"),
    description: "Sob encomenda: dois dias antes, com sinal.",
  },
  {
    name: "Torta de limão",
    category: "Bolos e tortas",
    price: 58,
    stock: 7,
    drawing: d.slice(mint, "#e8c98a", "#f4f6c8", "#b8d070"),
  },
  {
    name: "Torta holandesa",
    category: "Bolos e tortas",
    price: 64,
    stock: 6,
    drawing: d.slice(butter, "#f2dfc0", "#4a2814", "#8a5230"),
  },
  {
    name: "Fatia de bolo",
    category: "Bolos e tortas",
    price: 9.9,
    stock: 40,
    drawing: d.slice(rose),
  },
  {
    name: "Brigadeiro",
    category: "Doces",
    price: 3.5,
    stock: 120,
    drawing: d.balls(rose, "#5b3218", "#8a5230"),
  },
  {
    name: "Beijinho",
    category: "Doces",
    price: 3.5,
    stock: 100,
    drawing: d.balls(sky, "#f2e6cf", "#ffffff"),
  },
  {
    name: "Sonho",
    category: "Doces",
    price: 7.5,
    promotion: 6,
    stock: 36,
    drawing: d.sandwich(lilac, "#f6d06a", "#d9974a"),
  },
  {
    name: "Rosquinha glaceada",
    category: "Doces",
    price: 6.9,
    promotion: 5.5,
    stock: 45,
    drawing: d.ring(mint),
  },
  {
    name: "Biscoito de chocolate",
    category: "Doces",
    price: 5,
    stock: 70,
    drawing: d.cookie(butter),
  },
  {
    name: "Biscoito de polvilho 200 g",
    category: "Doces",
    price: 12,
    stock: 25,
    drawing: d.ring(butter, "#f3e3bd", "#e2c88e"),
  },
  { name: "Café pequeno", category: "Bebidas", price: 5, stock: 300, drawing: d.cup(mint) },
  { name: "Café grande", category: "Bebidas", price: 7.5, stock: 300, drawing: d.cup(butter) },
  {
    name: "Café com leite",
    category: "Bebidas",
    price: 8,
    stock: 250,
    drawing: d.cup(lilac, "#b98a5e"),
  },
  {
    name: "Chocolate quente",
    category: "Bebidas",
    price: 10.5,
    stock: 80,
    drawing: d.cup(rose, "#6b3a1e"),
  },
  { name: "Suco de laranja", category: "Bebidas", price: 11, stock: 60, drawing: d.glass(sky) },
  {
    name: "Suco de morango",
    category: "Bebidas",
    price: 12,
    stock: 50,
    drawing: d.glass(mint, "#e0475b", "#3f9b62"),
  },
  { name: "Água mineral", category: "Bebidas", price: 4.5, stock: 90, drawing: d.bottle(butter) },
  {
    name: "Guaraná",
    category: "Bebidas",
    price: 6.5,
    stock: 72,
    drawing: d.bottle(rose, "#3f8f4f", "#f6d06a"),
  },
  {
    name: "Queijo minas 200 g",
    category: "Frios e mercearia",
    price: 14.9,
    stock: 22,
    drawing: d.wedge(sky, "#f4ead0", "#dccfae"),
  },
  {
    name: "Queijo prato 200 g",
    category: "Frios e mercearia",
    price: 13.9,
    stock: 20,
    drawing: d.wedge(lilac),
  },
  {
    name: "Geleia de morango",
    category: "Frios e mercearia",
    price: 19.9,
    stock: 9,
    drawing: d.jar(mint),
  },
];

/** The products on the flyer of the week's promotion. */
export const promoted = ["Broa de milho", "Bolo de fubá", "Rosquinha glaceada", "Sonho"];

/** The highest discounts in percent, and their owners. */
export const discounts = {
  ana: { name: "Balcão", discount: 5 },
  caio: { name: "Encomendas", discount: 10 },
  rui: { name: "Gerência", discount: 20 },
};

export const coupons = [
  { code: "BEMVINDO10", type: "PERCENTAGE_DISCOUNT", value: "10.00", valueMin: "30.00", days: 30 },
  { code: "ENTREGAGRATIS", type: "FREE_SHIPPING", value: "", valueMin: "50.00", days: 14 },
  {
    code: "CAFE5",
    type: "FIXED_DISCOUNT",
    value: "5.00",
    valueMin: "25.00",
    days: 7,
    maxUsage: 20,
  },
];

/** Customers who come to the counter without having written. */
const counterCustomers = {
  elisa: { name: "Elisa Prates", number: "5511988880011" },
  hugo: { name: "Hugo Bastos", number: "5511988880012" },
  marta: { name: "Marta Vieira", number: "5511988880013" },
  jonas: { name: "Jonas Freire", number: "5511988880014" },
  paula: { name: "Paula Dantas", number: "5511988880015" },
  ruth: { name: "Ruth Moraes", number: "5511988880016" },
  saulo: { name: "Saulo Peixoto", number: "5511988880017" },
  vera: { name: "Vera Antunes", number: "5511988880018" },
};
export const walkIns = Object.values(counterCustomers);

/** Addresses of customers with deliveries, in the street of the first store. */
export const homes = new Map(
  [
    ["5511988880004", "120"],
    ["5511988880001", "31"],
    ["5511988880012", "245"],
    ["5511988880013", "77"],
    ["5511988880016", "502"],
    ["5511988880018", "9"],
  ].map(([number, house]) => [
    number!,
    { ...palmeiras, type: "Casa", number: house!, latitude: -23.54, longitude: -46.652 },
  ]),
);

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
