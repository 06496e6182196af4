import type { z } from "zod";

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes["_zod"]["def"];
/** Reads one value; the same value where nothing needs to be read otherwise. */
type Reader = (value: unknown) => unknown;

/** The body schema of a request, for what reads its body later: a form. */
export const bodySchemas = new WeakMap<Request, Schema>();

/** Reads the body of a request, whose caller is signed in by now. */
export function readBody({ request, body }: { request: Request; body?: unknown }) {
  const schema = bodySchemas.get(request);
  if (schema) readValues(schema, body);
}

/**
 * Reads the forms that clients give to values, in one way for every route. An id or a number may
 * be a text, and a text a number. A yes may be `1` or `"true"`, and nothing chosen `""`, `false`
 * or `0`. The schema checks the result. Objects and lists change in place.
 * rules.md#values
 */
export const readValues = (schema: Schema, value: unknown): unknown =>
  readerOf(schema)?.(value) ?? value;

/** Readers by their schema, made when first needed. `null`: nothing of it can be read otherwise. */
const readers = new WeakMap<Schema, Reader | null>();

function readerOf(schema: Schema): Reader | null {
  const existing = readers.get(schema);
  if (existing !== undefined) return existing;
  // A schema that contains itself finds this one.
  const late: Reader = (value) => readers.get(schema)?.(value) ?? value;
  readers.set(schema, late);
  const made = makeReader(schema);
  readers.set(schema, made);
  return made;
}

function makeReader(schema: Schema): Reader | null {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case "string":
      return (value) => (typeof value === "number" ? String(value) : value);
    case "number":
      return (value) => (typeof value === "string" && isNumber.test(value) ? Number(value) : value);
    case "boolean":
      return (value) => (isYes(value) ? true : isNo(value) ? false : value);
    case "literal":
    case "enum":
      return enumReader(schema);
    case "object":
      return objectReader(def.shape, def.catchall);
    case "array":
      return listReader(readerOf(def.element));
    case "union":
      return unionReader(schema, def.options);
    case "pipe":
      return pipeReader(def.in, def.out);
    case "nullable":
      return orNothing(def.innerType, null);
    case "optional":
      return orNothing(def.innerType, undefined);
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return readerOf(def.innerType);
    case "lazy": {
      // zod makes the inner schema once; the getter would make another one for each value.
      const { innerType } = schema._zod as z.core.$ZodLazyInternals;
      return readerOf(innerType);
    }
    default:
      return null;
  }
}

const isNumber = /^-?\d{1,15}(\.\d{1,6})?$/;
const isYes = (value: unknown) => value === 1 || value === "1" || value === "true";
const isNo = (value: unknown) => value === 0 || value === "0" || value === "false";

/** A choice among numbers may come as text, and a choice among words as a number. */
function enumReader(schema: Schema): Reader {
  return (value) => {
    if (accepts(schema, value)) return value;
    const other =
      typeof value === "string" && isNumber.test(value)
        ? Number(value)
        : typeof value === "number"
          ? String(value)
          : value;
    return accepts(schema, other) ? other : value;
  };
}

function objectReader(shape: Record<string, Schema>, catchall?: Schema): Reader | null {
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const read = readerOf(field);
    return read ? [[name, read] as const] : [];
  });
  const others = catchall && readerOf(catchall);
  if (fields.length === 0 && !others) return null;
  return (value) => {
    if (!isPlainObject(value)) return value;
    for (const [name, read] of fields) replace(value, name, read);
    if (others)
      for (const name of Object.keys(value)) if (!(name in shape)) replace(value, name, others);
    return value;
  };
}

function replace(value: Record<string, unknown>, name: string, read: Reader) {
  if (!Object.hasOwn(value, name)) return;
  const before = value[name];
  const after = read(before);
  if (after === before) return;
  if (after === undefined) delete value[name];
  else value[name] = after;
}

/** No item is read of a list that is longer than any route takes. */
const longest = 50_000;

function listReader(read: Reader | null): Reader | null {
  return (
    read &&
    ((value) => {
      if (!Array.isArray(value) || value.length > longest) return value;
      for (let index = 0; index < value.length; index++) {
        const item = read(value[index]);
        // An item keeps its place: the schema says whether it may be missing.
        if (item !== undefined) value[index] = item;
      }
      return value;
    })
  );
}

/** The first way of a union that takes the value as it reads it. */
function unionReader(schema: Schema, options: readonly Schema[]): Reader {
  return (value) => {
    if (accepts(schema, value)) return value;
    for (const option of options) {
      const read = readerOf(option);
      const other = read ? read(structuredCopy(value)) : value;
      if (other !== value && accepts(option, other)) return other;
    }
    return value;
  };
}

// A transform at the beginning takes values of its own kind.
function pipeReader(first: Schema, second: Schema): Reader | null {
  const { type } = first._zod.def as Def;
  if (type === "transform") return null;
  return type === "custom" ? readerOf(second) : readerOf(first);
}

/**
 * Reads an optional value. `""` means nothing chosen. For the id of a row, `false` and `0` mean the
 * same where the schema itself takes no such value. A text stays as it is.
 */
function orNothing(inner: Schema, nothing: null | undefined): Reader {
  const read = readerOf(inner);
  const takes = (value: unknown) => accepts(inner, read ? read(value) : value);
  let none: Set<unknown> | undefined;
  return (value) => {
    if (value === null && nothing === undefined && !accepts(inner, null)) return value;
    none ??= new Set(
      (isId(inner) ? ["", false, 0, "0"] : isText(inner) ? [] : [""]).filter(
        (empty) => !takes(empty),
      ),
    );
    if (none.has(value)) return nothing;
    return read ? read(value) : value;
  };
}

/** Whether a schema takes the id of a row: from 1 on, without an end. */
function isId(schema: Schema): boolean {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case "number":
      return (
        !accepts(schema, 0) &&
        !(def.checks ?? []).some(({ _zod }) => _zod.def.check === "less_than")
      );
    case "pipe":
      return isId(def.in);
    case "nullable":
    case "optional":
      return isId(def.innerType);
    case "union":
      return def.options.some(isId);
    default:
      return false;
  }
}

/** Whether a schema takes text that a person writes: an empty one may be a mistake. */
function isText(schema: Schema): boolean {
  const def = schema._zod.def as Def;
  switch (def.type) {
    case "string":
      return true;
    case "pipe":
      return isText(def.in);
    case "nullable":
    case "optional":
    case "default":
    case "prefault":
    case "readonly":
    case "catch":
    case "nonoptional":
      return isText(def.innerType);
    case "union":
      return def.options.some(isText);
    default:
      return false;
  }
}

const accepts = (schema: Schema, value: unknown) => (schema as z.ZodType).safeParse(value).success;

/** A value that a way of a union may change while it tries. */
const structuredCopy = (value: unknown) =>
  typeof value === "object" &&
  value !== null &&
  Array.isArray(value) === false &&
  !isPlainObject(value)
    ? value
    : typeof value === "object" && value !== null
      ? structuredClone(value)
      : value;

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null);
