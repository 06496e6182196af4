import { listStories } from "../../parts/ListStories.tsx";
import { promotions } from "./Promotions.tsx";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z", userId: 1 };
const promotion = {
  status: true,
  startpromotionsAt: "2026-11-20",
  endpromotionsAt: "2026-11-27",
  storeId: null,
  store: null,
  weekdays: [],
  startTime: null,
  endTime: null,
  items: [],
  mediaPath: null,
  mediaName: null,
  ...times,
};
const many = [
  {
    ...promotion,
    id: 1,
    name: "Semana da broa",
    items: [{ productId: 1, name: "Broa de milho", price: "8.90" }],
    mediaPath: "/public/icon-192.png?x=1",
  },
  {
    ...promotion,
    id: 2,
    name: "Panetone no quiosque",
    storeId: 2,
    store: { id: 2, name: "Quiosque" },
    status: false,
  },
];

export const promotionStories = listStories("promotions", promotions, many);
