import { z } from "zod";
import { jsonOf, must, stand, Wrong } from "./stand.ts";

const start = z.strictObject({
  message: z.unknown().optional(),
  resultId: z.string().optional(),
  isStreamEnabled: z.boolean(),
  isOnlyRegistering: z.literal(false),
  prefilledVariables: z.strictObject({ number: z.string(), pushName: z.string() }),
});
const go = z.strictObject({ message: z.string() });

export type Asked =
  | { call: "start"; slug: string; body: z.infer<typeof start> }
  | { call: "continue"; session: string; body: z.infer<typeof go> };

/** A stand-in for Typebot with the given flows. A session lasts until `forget`. */
export function typebotStand(slug: string) {
  const sessions = new Set<string>();
  const stood = stand<Asked>(
    async (request) => {
      const { pathname } = new URL(request.url);
      const started = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(pathname)?.[1];
      const session = /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(pathname)?.[1];
      const body = await jsonOf(request);
      if (started) {
        must(decodeURIComponent(started) === slug, `slug ${started}`);
        return { call: "start", slug: started, body: start.parse(body) };
      }
      if (session)
        return { call: "continue", session: decodeURIComponent(session), body: go.parse(body) };
      throw new Wrong(`path ${pathname}`);
    },
    (request) =>
      request.call === "start"
        ? began(bubble("Olá!"))
        : sessions.has(request.session)
          ? { messages: [bubble(`ouvi ${request.body.message}`)] }
          : Response.json({ message: "Session not found.", code: "NOT_FOUND" }, { status: 404 }),
  );

  const began = (...messages: object[]) => {
    const sessionId = `s${sessions.size + 1}`;
    sessions.add(sessionId);
    return {
      sessionId,
      resultId: "r1",
      typebot: { id: "t1", version: "6", theme: {}, settings: {} },
      messages,
    };
  };
  return { ...stood, began, forget: () => sessions.clear() };
}

/** A bubble of plain text, one block a line. */
export const bubble = (text: string) =>
  rich(...text.split("\n").map((line) => ({ type: "p", children: [{ text: line }] })));
export const rich = (...richText: object[]) => ({
  id: "b",
  type: "text",
  content: { type: "richText", richText },
});
