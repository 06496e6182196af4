import { countryOf, otherCountries } from "../../shared/channel-costs.ts";
import type { Identifier, Person } from "../channel.ts";
import { handle, isObject, personName, plain } from "../wire-values.ts";

type Raw = Record<string, unknown>;

/** The names of a person in a webhook. Each of them may be missing. */
type Ids = { phone?: unknown; userId?: unknown; parentId?: unknown };

/** A person's identifiers, the number first, each once; values of another form are left out. */
export function identifiersIn({ phone, userId, parentId }: Ids): Identifier[] {
  const number = plain(phone, 40).replace(/^\+/, "");
  return [
    ...(/^\d{5,20}$/.test(number) ? [{ type: "phone" as const, value: number }] : []),
    ...[userId, parentId]
      .map((id) => plain(id, 200))
      .filter((id, index, all) => isBsuid(id) && all.indexOf(id) === index)
      .map((value) => ({ type: "bsuid" as const, value })),
  ];
}

/** The country of a person, which numbers and user ids begin with, as prices name it. */
export function countryIn(ids: Identifier[]): string {
  const phone = ids.find(({ type }) => type === "phone");
  if (phone) return countryOf(phone.value);
  return ids.find(({ type }) => type === "bsuid")?.value.slice(0, 2) ?? otherCountries;
}

/** A user id: a country, `ENT` for an id of several portfolios, and up to 128 letters and digits. */
export const isBsuid = (id: string) => /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z\d]{1,128}$/.test(id);

/** The author of a message, with the name that came along under any of their identifiers. */
export function authorOf(message: Raw, contacts: Raw[]): Person {
  const ids = {
    phone: message.from,
    userId: message.from_user_id,
    parentId: message.from_parent_user_id,
  };
  return personOf(identifiersIn(ids), contacts);
}

/** The receiver of a message that the shop wrote on its phone. */
export function receiverOf(echo: Raw, contacts: Raw[]): Person {
  const ids = { phone: echo.to, userId: echo.to_user_id, parentId: echo.to_parent_user_id };
  return personOf(identifiersIn(ids), contacts);
}

function personOf(ids: Identifier[], contacts: Raw[]): Person {
  const match = contacts
    .map((contact) => ({ contact, theirs: idsOfContact(contact) }))
    .find(({ theirs }) => theirs.some((one) => ids.some((id) => id.value === one.value)));
  if (!match) return { ids, name: "" };
  const all = [...ids, ...match.theirs.filter((one) => ids.every((id) => id.value !== one.value))];
  return {
    ids: all.sort((one, other) => Number(other.type === "phone") - Number(one.type === "phone")),
    ...namesOf(match.contact),
  };
}

const idsOfContact = ({ wa_id, user_id, parent_user_id }: Raw) =>
  identifiersIn({ phone: wa_id, userId: user_id, parentId: parent_user_id });

/** A person's name and username; without a name the username is the name. */
export function namesOf({ profile }: Raw): { name: string; username?: string } {
  const about = isObject(profile) ? profile : {};
  const username = handle(about.username);
  return {
    name: personName(about.name) || username,
    ...(username && { username: username.slice(1) }),
  };
}
