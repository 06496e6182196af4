import { api } from "../../kit/api.ts";
import type { FullOrder } from "./types.ts";

export const readOrder = (id: number) => api.get<FullOrder>(`/orders/${id}`);

export const moveOrder = (id: number, statusId: number) => api.put<FullOrder>(`/orders/${id}/status/${statusId}`);
