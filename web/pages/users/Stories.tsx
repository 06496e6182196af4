import { listStories } from "../../parts/ListStories.tsx";
import type { User } from "./types.ts";
import { users } from "./Users.tsx";

const queue = { id: 1, name: "Atendimento", color: "#0f766e" };
const user = (id: number, name: string, more: Partial<User> = {}): User => ({
  id,
  name,
  email: `${name.split(" ")[0]!.toLowerCase()}@paoquente.com.br`,
  profile: "user",
  allTicket: "desabled",
  whatsappId: null,
  code: "",
  groupRangeDiscountId: null,
  groupRangeDiscount: null,
  roleId: null,
  role: null,
  lastSeenAt: null,
  online: false,
  queueIds: [],
  queues: [],
  createdAt: "2026-11-20T12:00:00Z",
  updatedAt: "2026-11-20T12:00:00Z",
  ...more,
});
const manyUsers = [
  user(1, "Ana Ribeiro", {
    online: true,
    queues: [queue, { id: 2, name: "Encomendas e entregas", color: "#b0407f" }],
    code: "0042",
  }),
  user(2, "Rui", { profile: "admin", lastSeenAt: "2026-11-20T12:00:00Z" }),
  user(3, "Maria Aparecida dos Santos de Oliveira e Albuquerque", {
    allTicket: "enabled",
    queues: [queue],
  }),
];

export const userStories = listStories("users", users, manyUsers);
