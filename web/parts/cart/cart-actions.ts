import { createContext, useContext } from "react";
import type { Line } from "./line.ts";

/** Changes the lines of a cart. */
export type CartActions = {
  change: (key: string, change: Partial<Line>) => void;
  remove: (key: string) => void;
};

export const CartContext = createContext<CartActions>({ change: () => {}, remove: () => {} });

export const useCartActions = () => useContext(CartContext);
