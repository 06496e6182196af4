import type { Wire } from "../shared/wire.ts";

/** A value that is written as JSON already. */
export class Written<Value> {
  declare readonly of: Value;

  constructor(readonly text: string) {}

  /** An object with fields more. */
  with<More extends object>(more: More): Written<Value & More> {
    return new Written(`${this.text.slice(0, -1)},${JSON.stringify(more).slice(1)}`);
  }

  read(): Wire<Value> {
    return JSON.parse(this.text) as Wire<Value>;
  }
}

type Unwritten<Part> = Part extends Written<infer Value> ? Value : Part extends Written<infer Value>[] ? Value[] : Part;

/** Writes an object; what is written already, and lists of it, go in as they are. */
export function write<Parts extends object>(parts: Parts): Written<{ [Name in keyof Parts]: Unwritten<Parts[Name]> }> {
  const fields = Object.entries(parts).map(([name, part]) => `"${name}":${textOf(part)}`);
  return new Written(`{${fields.join(",")}}`);
}

function textOf(part: unknown): string {
  if (part instanceof Written) return part.text;
  if (Array.isArray(part) && part[0] instanceof Written) return `[${part.map(({ text }: Written<unknown>) => text).join(",")}]`;
  return JSON.stringify(part);
}
