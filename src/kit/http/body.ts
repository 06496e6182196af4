import { Fault } from "../fault.ts";
import { contentLength } from "./request.ts";

const deepest = 64;
const mostParts = 50_000;

/**
 * Reads a body as text. `allow` gets its length in bytes, or where the request states none, the
 * number of bytes so far after each piece. It throws when they are too many. Throws malformed when
 * the body breaks off.
 */
export async function readText(
  request: Request,
  allow: (bytes: number) => Promise<void>,
): Promise<string> {
  const length = contentLength(request);
  await allow(length);
  // No body is longer than the length that it states, and Bun holds it in memory once.
  if (length > 0)
    return request.text().catch(() => {
      throw malformed();
    });
  return request.body ? readPieces(request.body, allow) : "";
}

/**
 * Reads a body as the bytes of the wire, at most so many. Throws large, and malformed when it
 * breaks off.
 */
export async function readBytes(request: Request, most: number): Promise<Uint8Array> {
  const tooLarge = () => new Fault("large", "ERR_TOO_LARGE", { message: "Conteúdo grande demais" });
  if (contentLength(request) > most) throw tooLarge();
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of request.body ?? []) {
      size += piece.byteLength;
      if (size > most) throw tooLarge();
      pieces.push(piece);
    }
  } catch (thrown) {
    throw thrown instanceof Fault ? thrown : malformed();
  }
  if (contentLength(request) > size) throw malformed();
  return Buffer.concat(pieces);
}

async function readPieces(
  body: ReadableStream<Uint8Array>,
  allow: (bytes: number) => Promise<void>,
): Promise<string> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let bytes = 0;
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return text + decoder.decode();
      bytes += value.byteLength;
      await allow(bytes);
      text += decoder.decode(value, { stream: true });
    }
  } catch (thrown) {
    void reader.cancel().catch(() => {});
    throw thrown instanceof Fault ? thrown : malformed();
  }
}

/** JSON no deeper and of no more parts than a screen would send. Throws malformed. */
export function parseJson(text: string): unknown {
  refuseComplex(text);
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

function refuseComplex(text: string) {
  let depth = 0;
  let parts = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === quote) index = endOfString(text, index);
    else if (code === comma) parts += 1;
    else if (code === bracket || code === brace) {
      parts += 1;
      depth += 1;
    }
    // More closing brackets than opening ones are not JSON, and must not make room for depth.
    else if (code === bracket + 2 || code === brace + 2) depth = Math.max(0, depth - 1);
    if (depth > deepest || parts > mostParts)
      throw new Fault("malformed", "ERR_TOO_COMPLEX", {
        message: "O conteúdo tem níveis ou itens demais",
      });
  }
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, index: number): boolean {
  let before = index;
  while (text.charCodeAt(before - 1) === backslash) before -= 1;
  return (index - before) % 2 === 1;
}

const [quote, comma, bracket, backslash, brace] = [34, 44, 91, 92, 123] as const;

const malformed = () => new Fault("malformed", "ERR_MALFORMED", { message: "Conteúdo malformado" });
