/**
 * Whether nothing of a text is visible: space, marks without a width, fillers, selectors, tags.
 * rules.md#empty-text
 */
export const isBlank = (text: string) =>
  !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** The text of a place that has a name, and of contact cards. */
export const placeText = ({ name, address }: { name: string; address: string }) =>
  [name, address].filter(Boolean).join("\n");
export const cardsText = (cards: { name: string }[]) => cards.map(({ name }) => name).join(", ");

/** A text without the space around it; empty where nothing of it is visible. */
export const trimmed = (text: string) => (isBlank(text) ? "" : text.trim());

/**
 * Text without invisible marks and those that change its direction; joiners stay, emojis need them.
 * Empty where nothing of it is visible.
 */
export const readable = (text: string) => trimmed(text.replace(/(?!\u200d)[\p{Cc}\p{Cf}]/gu, ""));
