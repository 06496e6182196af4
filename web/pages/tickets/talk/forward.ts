import { api, ApiError } from "../../../kit/api.ts";
import type { MessageBubble } from "../../../messages/bubble.ts";
import type { Contact } from "../../../types.ts";

/** The result for one contact: the ticket that has the messages now, or the refusal. */
export type ForwardResult = { contact: Contact; uuid: string | null; refused: ApiError | null };

type Answer = {
  done: { contactId: number; uuid: string }[];
  refused: { contactId: number; error: string; details?: Record<string, unknown> }[];
};

/** Forwards messages to contacts, in their original order. Throws `ApiError`. */
export async function forward(
  messages: MessageBubble[],
  contacts: Contact[],
): Promise<ForwardResult[]> {
  const results = new Map(
    contacts.map((contact) => [
      contact.id,
      { contact, uuid: null, refused: null } as ForwardResult,
    ]),
  );
  const inOrder = messages.flatMap(({ id }) => id ?? []).sort((one, other) => one - other);
  for (const messageId of inOrder) {
    const contactIds = [...results.values()]
      .filter(({ refused }) => !refused)
      .map(({ contact }) => contact.id);
    if (contactIds.length === 0) break;
    const { done, refused } = await api.post<Answer>("/messages/forward", {
      messageId,
      contactIds,
    });
    for (const { contactId, uuid } of done) Object.assign(results.get(contactId) ?? {}, { uuid });
    for (const { contactId, ...why } of refused)
      Object.assign(results.get(contactId) ?? {}, { refused: new ApiError(409, why) });
  }
  return [...results.values()];
}
