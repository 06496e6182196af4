import { drawings } from "./demo-pictures.ts";
import type { Drawing } from "./demo-shapes.ts";

const [butter, mint, lilac, rose, sky] = [
  "#fbe9d0",
  "#dcebe4",
  "#e8e3f3",
  "#fbdfdf",
  "#dbeaf5",
] as const;

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
