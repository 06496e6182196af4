import { z } from "zod";
import { jsonOf, must, stand, Wrong } from "./stand.ts";

const message = z.strictObject({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string().min(1),
});
const wish = z.strictObject({
  model: z.string().min(1),
  messages: z
    .array(message)
    .min(1)
    .refine(([first]) => first!.role === "system"),
  stream: z.literal(false),
  temperature: z.number().min(0).max(2).optional(),
  max_tokens: z.number().int().min(1).optional(),
  max_completion_tokens: z.number().int().min(1).optional(),
});

export type Asked =
  | { call: "chat"; body: z.infer<typeof wish> }
  | { call: "hear"; model: string; name: string; type: string; bytes: Uint8Array };

/**
 * A stand-in for APIs like OpenAI's: ChatGPT, DeepSeek and many more. A model whose name begins
 * with `o` reasons, and takes neither `max_tokens` nor a temperature.
 */
export function openAiStand(key: string) {
  return stand<Asked>(
    async (request) => {
      const { pathname } = new URL(request.url);
      must(
        request.headers.get("authorization") === `Bearer ${key}`,
        `authorization ${request.headers.get("authorization")}`,
      );
      if (pathname === "/v1/chat/completions")
        return { call: "chat", body: wish.parse(await jsonOf(request)) };
      if (pathname !== "/v1/audio/transcriptions") throw new Wrong(`path ${pathname}`);
      must(
        request.method === "POST" &&
          request.headers.get("content-type")?.startsWith("multipart/form-data; boundary=") ===
            true,
        "no form",
      );
      const form = await request.formData();
      must(
        [...form.keys()].toSorted().join() === "file,model,response_format" &&
          form.get("response_format") === "json",
        "fields",
      );
      const file = form.get("file");
      if (!(file instanceof File)) throw new Wrong("no file");
      return {
        call: "hear",
        model: String(form.get("model")),
        name: file.name,
        type: file.type,
        bytes: await file.bytes(),
      };
    },
    (request) => {
      if (request.call === "hear") return { text: "quero dois pães" };
      if (!request.body.model.startsWith("o")) return completed("Bom dia!");
      if (request.body.max_tokens !== undefined)
        return refused("max_tokens", "unsupported_parameter");
      if (request.body.temperature !== undefined)
        return refused("temperature", "unsupported_value");
      return completed("Pensei. Bom dia!");
    },
  );
}

export const completed = (content: string | null, tokens = 42) => ({
  id: "c",
  object: "chat.completion",
  created: 1,
  model: "m",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, reasoning_content: "hm" },
      finish_reason: "stop",
    },
  ],
  usage: { prompt_tokens: tokens - 2, completion_tokens: 2, total_tokens: tokens },
});

const refused = (param: string, code: string) =>
  Response.json(
    { error: { message: `Unsupported: '${param}'`, type: "invalid_request_error", param, code } },
    { status: 400 },
  );
