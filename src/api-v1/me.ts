import { z } from "zod";
import { v1Route } from "./route.ts";

const meRow = z.object({
  token: z.object({
    id: z.number().int(),
    name: z.string(),
    scopes: z.array(z.string()),
    whatsappId: z.number().int().nullable(),
    perMinute: z.number().int(),
  }),
  company: z.object({ id: z.number().int(), name: z.string(), timezone: z.string() }),
});

export const meRoutes = [
  v1Route({
    method: "GET",
    path: "/me",
    group: "me",
    summary: { pt: "Quem este token é", en: "Who this token is" },
    answer: meRow,
    handle({ db, caller: { connectionId: whatsappId, ...token } }) {
      const { name, timezone } = db.about();
      return { token: { ...token, whatsappId }, company: { id: db.company, name, timezone } };
    },
  }),
];
