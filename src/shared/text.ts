/** Whether nobody can see anything of a text: space, marks without a width, fillers, selectors, tags. rules.md#empty-text */
export const isBlank = (text: string) => !/[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text);

/** A text without the space around it; empty where nobody can see anything of it. */
export const trimmed = (text: string) => (isBlank(text) ? "" : text.trim());
