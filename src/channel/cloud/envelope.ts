import { isObject, line, plain } from "../wire-values.ts";

type Raw = Record<string, unknown>;

/** One thing that a webhook reports, with all that is needed to store it alone. */
export type WebhookPart = {
  /** The business account and the phone number id that it is for; an empty id is for the account. */
  wabaId: string;
  phoneNumberId: string;
  /** The number (digits) that it names, where it has no id. */
  number: string;
  kind: PartKind;
  item: Raw;
  /** The people of the webhook that the item names. */
  contacts: Raw[];
};

const lists = {
  messages: { messages: "message", statuses: "status", errors: "error" },
  smb_message_echoes: { message_echoes: "echo" },
  history: { history: "history", messages: "historyFile", errors: "historyDeclined" },
  smb_app_state_sync: { state_sync: "contact" },
  user_preferences: { user_preferences: "preference" },
  user_id_update: { user_id_update: "userId" },
} as const satisfies Record<string, Record<string, string>>;

/** Fields whose value is one report. */
const singles = [
  "account_update",
  "account_alerts",
  "phone_number_quality_update",
  "business_capability_update",
  "message_template_status_update",
  "message_template_quality_update",
  "message_template_components_update",
  "template_category_update",
] as const;

type ListKind = {
  [Field in keyof typeof lists]: (typeof lists)[Field][keyof (typeof lists)[Field]];
}[keyof typeof lists];
export type PartKind = ListKind | (typeof singles)[number];

/**
 * The parts of a webhook in their order, one each; unknown fields are counted in `ignored`. Any
 * part may be anything: this never throws.
 */
export function partsOf(envelope: unknown): { parts: WebhookPart[]; ignored: string[] } {
  const parts: WebhookPart[] = [];
  const ignored = new Set<string>();
  if (!isObject(envelope) || envelope.object !== "whatsapp_business_account")
    return { parts, ignored: ["object"] };
  for (const entry of objects(envelope.entry))
    for (const { field, value } of objects(entry.changes)) {
      const name = line(field).slice(0, 60);
      const about = isObject(value) ? value : {};
      const metadata = isObject(about.metadata) ? about.metadata : {};
      const base = {
        wabaId: idOf(entry.id),
        phoneNumberId: idOf(metadata.phone_number_id),
        number: digits(metadata.display_phone_number ?? about.display_phone_number),
      };
      const people = byId(objects(about.contacts));
      if (isSingle(name)) parts.push({ ...base, kind: name, item: about, contacts: [] });
      else if (Object.hasOwn(lists, name))
        for (const [list, kind] of Object.entries(lists[name as keyof typeof lists]))
          for (const item of objects(about[list]))
            parts.push({ ...base, kind, item, contacts: namedBy(item, people) });
      else ignored.add(name);
    }
  return { parts, ignored: [...ignored] };
}

/** The people of a webhook by each of their identifiers. */
function byId(contacts: Raw[]): Map<string, Raw> {
  const people = new Map<string, Raw>();
  for (const contact of contacts)
    for (const field of ["wa_id", "user_id", "parent_user_id"])
      if (!people.has(nameOf(contact[field]))) people.set(nameOf(contact[field]), contact);
  people.delete("");
  return people;
}

// A webhook may hold thousands of people and of items: each item keeps its own people alone.
const namedBy = (item: Raw, people: Map<string, Raw>): Raw[] => {
  const named = naming.map((field) => people.get(nameOf(item[field])));
  return [...new Set(named.filter((one) => one !== undefined))];
};

/** The fields by which an item names its author and its receiver. */
const naming = [
  "from",
  "from_user_id",
  "from_parent_user_id",
  "to",
  "to_user_id",
  "to_parent_user_id",
];

const nameOf = (id: unknown) => plain(id, 200).replace(/^\+/, "");

const isSingle = (name: string): name is (typeof singles)[number] =>
  (singles as readonly string[]).includes(name);

/** All objects of a list: a body of 3 MB is the only limit to their number. */
const objects = (items: unknown): Raw[] => (Array.isArray(items) ? items.filter(isObject) : []);

const idOf = (id: unknown) => {
  const text = typeof id === "string" || typeof id === "number" ? String(id) : "";
  return /^\d{1,40}$/.test(text) ? text : "";
};

const digits = (number: unknown) => plain(number, 40).replace(/\D/g, "");
