import { api } from "../../kit/api.ts";
import type { FullOrder } from "./types.ts";

export const readOrder = (id: number) => api.get<FullOrder>(`/orders/${id}`);
