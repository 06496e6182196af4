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

export const { elisa, hugo, marta, jonas, paula, ruth, saulo, vera } = counterCustomers;
export const [bia, davi, lia, otto, nina, teo] = [
  "5511988880001",
  "5511988880002",
  "5511988880003",
  "5511988880004",
  "5511988880005",
  "5511988880006",
] as const;
