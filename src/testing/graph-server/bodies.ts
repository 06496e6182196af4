import { z } from "zod";
import { GraphError } from "./errors.ts";
import { interactive } from "./interactive-bodies.ts";
import { limits } from "./limits.ts";
import { templateUse } from "./template-bodies.ts";

const file = (more: z.ZodRawShape = {}) =>
  z
    .strictObject({
      id: z.string().min(1).optional(),
      link: z.url({ protocol: /^https?$/ }).optional(),
      ...more,
    })
    .refine((value) => (value.id === undefined) !== (value.link === undefined), {
      message: "either id or link is required, and not both",
    });
const caption = z.string().max(limits.caption).optional();

const contact = z.strictObject({
  name: z.strictObject({
    formatted_name: z.string().min(1),
    first_name: z.string().optional(),
    last_name: z.string().optional(),
    middle_name: z.string().optional(),
    suffix: z.string().optional(),
    prefix: z.string().optional(),
  }),
  phones: z
    .array(
      z.strictObject({
        phone: z.string().optional(),
        type: z.string().optional(),
        wa_id: z.string().regex(/^\d+$/).optional(),
      }),
    )
    .optional(),
  emails: z.array(z.strictObject({ email: z.string(), type: z.string().optional() })).optional(),
  addresses: z.array(z.record(z.string(), z.string())).optional(),
  urls: z.array(z.strictObject({ url: z.string(), type: z.string().optional() })).optional(),
  org: z
    .strictObject({
      company: z.string().optional(),
      department: z.string().optional(),
      title: z.string().optional(),
    })
    .optional(),
  birthday: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .optional(),
});

const kinds = {
  text: z.strictObject({
    body: z.string().min(1).max(limits.text),
    preview_url: z.boolean().optional(),
  }),
  image: file({ caption }),
  video: file({ caption }),
  document: file({ caption, filename: z.string().min(1).optional() }),
  audio: file({ voice: z.boolean().optional() }),
  sticker: file(),
  location: z.strictObject({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  contacts: z.array(contact).min(1),
  reaction: z.strictObject({ message_id: z.string().min(1), emoji: z.string().max(32) }),
  interactive,
  template: templateUse,
} satisfies Record<string, z.ZodType>;

export type Kind = keyof typeof kinds;

const envelope = {
  messaging_product: z.literal("whatsapp"),
  recipient_type: z.literal("individual").optional(),
  to: z
    .string()
    .regex(/^[+\d][\d\s().-]{3,30}$/)
    .optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  context: z.strictObject({ message_id: z.string().min(1) }).optional(),
  biz_opaque_callback_data: z.string().max(limits.opaque).optional(),
};

/** A call that marks a message read, and may show that the shop writes. */
const readCall = z.strictObject({
  messaging_product: z.literal("whatsapp"),
  status: z.literal("read"),
  message_id: z.string().min(1),
  typing_indicator: z.strictObject({ type: z.literal("text") }).optional(),
});

export type ReadCall = z.infer<typeof readCall>;

/** A message to be sent, after its body was checked. */
export type SendCall = {
  to?: string;
  recipient?: string;
  type: Kind;
  payload: Record<string, unknown>;
  context?: string;
  ours?: string;
};

/** Reads the body of `POST /{phone_id}/messages`. Throws as Meta refuses it. */
export function parseCall(body: unknown): { read: ReadCall } | { send: SendCall } {
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new GraphError(100, "The body must be a JSON object.");
  if (!("messaging_product" in body))
    throw new GraphError(100, "The parameter messaging_product is required.");
  if ("status" in body) return { read: checked(readCall, body) };
  const type = "type" in body ? body.type : "text";
  if (typeof type !== "string" || !(type in kinds))
    throw new GraphError(
      100,
      `Param type must be one of {${Object.keys(kinds).join(", ")}} - got "${String(type)}".`,
    );
  const kind = type as Kind;
  const content: unknown = Object.entries(body).find(([key]) => key === kind)?.[1];
  // Graph takes a parameter as the text of its JSON too, and a well-kept client sends it so.
  if (typeof content === "string") body = { ...body, [kind]: jsonOf(content) };
  const schema = z.strictObject({
    ...envelope,
    type: z.literal(kind).optional(),
    [kind]: kinds[kind],
  });
  const call: Record<string, unknown> = checked(schema, body);
  const { to, recipient } = call as { to?: string; recipient?: string };
  if (!to && !recipient) throw new GraphError(131008, "The parameter to is required.");
  return {
    send: {
      to,
      recipient,
      type: kind,
      payload: call[kind] as Record<string, unknown>,
      context: (call.context as { message_id: string } | undefined)?.message_id,
      ours: call.biz_opaque_callback_data as string | undefined,
    },
  };
}

/** Checks a value against its schema. Throws the error with which Meta refuses it. */
export function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value);
  if (!error) return data as T;
  const issue = deepest(error.issues[0]!);
  const path = issue.path.map(String).join(".") || "body";
  if (issue.code === "unrecognized_keys")
    throw new GraphError(100, `Unexpected key "${issue.keys[0]}" on param "${path}".`);
  if (issue.code === "invalid_type" && at(value, issue.path) === undefined)
    throw new GraphError(131008, `The parameter ${path} is required.`);
  if (issue.code === "invalid_type")
    throw new GraphError(100, `Param ${path} must be ${issue.expected}.`);
  throw new GraphError(131009, `Param ${path}: ${issue.message}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The issue inside a union's branch that got furthest. */
function deepest(issue: z.core.$ZodIssue, before: PropertyKey[] = []): z.core.$ZodIssue {
  const path = [...before, ...issue.path];
  if (issue.code !== "invalid_union" || !issue.errors.length) return { ...issue, path };
  const branches = issue.errors.flatMap((issues) => issues.slice(0, 1));
  if (!branches.length) return { ...issue, path };
  const inner = branches.map((branch) => deepest(branch, path));
  return inner.toSorted((one, other) => other.path.length - one.path.length)[0]!;
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (within, key) =>
      typeof within === "object" && within !== null
        ? (within as Record<PropertyKey, unknown>)[key]
        : undefined,
    value,
  );
}
