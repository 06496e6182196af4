import { Busboy, type BusboyInstance } from "@fastify/busboy";
import type { Readable } from "node:stream";
import { uploadLimit } from "../../shared/limits.ts";
import { Fault } from "../fault.ts";
import { Upload, type Files } from "../files/files.ts";
import { unknownFields } from "./unknown-fields.ts";

/** The content of a form under one name: one value, or several. */
export type FormValue = string | Upload | (string | Upload)[];

/**
 * The field of a form that holds files, and how many at most. `aliases` are other names for it.
 * `strict`: a file under any other name is refused instead of skipped.
 */
export type UploadField = {
  field: string;
  maxFiles: number;
  aliases?: readonly string[];
  strict?: boolean;
};

const limits = { fieldSize: 512 * 1024, fields: 40, parts: 60, headerSize: 8192, headerPairs: 20 };

/** Whether a request's body is a form. */
export const isForm = (request: Request) =>
  /^multipart\/form-data *(;|$)/i.test(request.headers.get("content-type") ?? "") &&
  request.body !== null;

/**
 * Reads a form while it arrives: texts to memory, files to disk. It stops at the first error, and
 * then no file stays on disk. Throws malformed when the form breaks off, is no form, or has a file
 * under an unknown name where the route is strict. Throws large for a text or a file over the
 * limit, and invalid for an empty file and for too many. rules.md#unknown-fields
 */
export async function readForm(
  request: Request,
  files: Files,
  { field, maxFiles, aliases = [], strict = false }: UploadField,
): Promise<Map<string, FormValue>> {
  const form = new Map<string, FormValue>();
  const parser = parserOf(request);
  const reader = request.body!.getReader();
  const whole = Promise.withResolvers<void>();
  const stop = (thrown: unknown) => whole.reject(thrown);
  const streams: Readable[] = [];
  const uploads: Upload[] = [];
  let keeping: Promise<unknown> = Promise.resolve();

  parser.on("field", (name, text, _, isCut) =>
    isCut ? stop(tooLarge(name, "Texto grande demais")) : add(form, name, text),
  );
  parser.on("file", (name, stream, fileName) => {
    // When a file breaks off, the form does too, and that error is handled there.
    stream.on("error", () => {});
    if (name !== field && !aliases.includes(name))
      return strict ? stop(unknownFields([name])) : void stream.resume();
    if (streams.push(stream) > maxFiles) return stop(unfit(field, "too_long", "Arquivos demais"));
    keeping = keeping.then(async () => {
      const upload = await files.receive(withinLimit(stream, field), fileName);
      uploads.push(upload);
      add(form, field, upload);
    });
    keeping.catch(stop);
  });
  for (const over of ["partsLimit", "fieldsLimit"] as const)
    parser.on(over, () => stop(malformed()));
  parser.on("error", stop);
  parser.on("finish", () => whole.resolve());

  try {
    pump(reader, parser).catch(stop);
    await whole.promise;
    await keeping;
    return form;
  } catch (thrown) {
    for (const stream of streams) stream.destroy(malformed());
    void reader.cancel().catch(() => {});
    await keeping.catch(() => {});
    await Promise.all(uploads.map((upload) => upload.discard()));
    throw isOurs(thrown) ? thrown : malformed();
  }
}

function parserOf({ headers }: Request): BusboyInstance {
  const type = headers.get("content-type") ?? "";
  if (!/; *boundary=("[^"]{1,70}"|[^\s";]{1,70}) *(;|$)/i.test(type)) throw malformed();
  return new Busboy({ headers: { "content-type": type }, limits });
}

// Not with `pipe`: the parser may finish before it has taken everything, and a pipe would wait for
// ever.
async function pump(from: ReadableStreamDefaultReader<Uint8Array>, to: BusboyInstance) {
  for (;;) {
    const { done, value } = await from.read();
    if (done) return void to.end();
    await new Promise((taken) => to.write(value, taken));
  }
}

async function* withinLimit(stream: AsyncIterable<Uint8Array>, field: string) {
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.byteLength;
    if (size > uploadLimit) throw tooLarge(field, "Arquivo maior que 10 MB");
    yield chunk;
  }
  if (size === 0) throw unfit(field, "required", "Arquivo vazio");
}

function add(form: Map<string, FormValue>, name: string, value: string | Upload) {
  const before = form.get(name);
  form.set(name, before === undefined ? value : [...[before].flat(), value]);
}

// Errors of the disk are ours; those of the parser and the connection are the sender's.
const isOurs = (thrown: unknown) =>
  thrown instanceof Fault || (thrown instanceof Error && "syscall" in thrown);

const malformed = () => new Fault("malformed", "ERR_MALFORMED", { message: "Conteúdo malformado" });
const tooLarge = (field: string, message: string) =>
  new Fault("large", "ERR_TOO_LARGE", { message, fields: { [field]: "too_long" } });
const unfit = (field: string, code: string, message: string) =>
  new Fault("invalid", "ERR_VALIDATION", { message, fields: { [field]: code } });
