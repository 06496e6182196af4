import { z } from "zod";
import { jsonOf, must, stand } from "./stand.ts";

const wish = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(z.strictObject({ role: z.enum(["system", "user", "assistant"]), content: z.string() }))
    .min(1),
  stream: z.literal(false),
  options: z.strictObject({
    temperature: z.number(),
    num_predict: z.number().int().min(1).optional(),
  }),
});

/** An Ollama. */
export const ollamaStand = () =>
  stand(
    async (request) => {
      must(new URL(request.url).pathname === "/api/chat", `path ${request.url}`);
      return wish.parse(await jsonOf(request));
    },
    () => answered("Bom dia!"),
  );

export const answered = (content: string) => ({
  model: "m",
  created_at: "2026-11-21T12:00:00Z",
  message: { role: "assistant", content },
  done: true,
  done_reason: "stop",
  total_duration: 1,
  prompt_eval_count: 30,
  eval_count: 5,
});
