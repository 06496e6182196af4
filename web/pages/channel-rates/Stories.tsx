import { listStories } from "../../parts/ListStories.tsx";
import { channelRates } from "./ChannelRates.tsx";

const times = { createdAt: "2026-11-20T12:00:00Z", updatedAt: "2026-11-20T12:00:00Z" };
const many = [
  {
    id: 1,
    category: "marketing" as const,
    country: "BR",
    currency: "BRL" as const,
    amount: "0.3512",
    validFrom: "2026-11-01",
    ...times,
  },
  {
    id: 2,
    category: "service" as const,
    country: "*",
    currency: "USD" as const,
    amount: "0.01",
    validFrom: "2026-10-01",
    ...times,
  },
];

export const channelRateStories = listStories("prices of the channel", channelRates(), many);
