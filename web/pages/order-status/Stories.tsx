import { listStories } from "../../parts/ListStories.tsx";
import { orderStatus } from "./OrderStatus.tsx";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", userId: 1 };
const many = [
  {
    id: 1,
    code: 1,
    name: "Pendente",
    color: "#a16207",
    isCancelled: false,
    message: null,
    ...times,
  },
  {
    id: 2,
    code: 3,
    name: "Saiu para entrega",
    color: "#6d4fb3",
    isCancelled: false,
    message:
      "Seu pedido saiu para entrega! Em poucos minutos ele chega quentinho aí. Deixe o troco separado, por favor.",
    ...times,
  },
  {
    id: 3,
    code: 5,
    name: "Cancelado",
    color: "#9f1239",
    isCancelled: true,
    message: null,
    ...times,
  },
];

export const orderStatusStories = listStories("order statuses", orderStatus, many);
