/** A piece of a text; it has `userId` where it mentions a user: `@Ana`. */
export type MentionPiece = { text: string; userId?: number };

/** A text in pieces, each mentioned user apart. Of names that begin alike the longest counts. */
export function mentionPieces(
  text: string,
  people: { id: number; name: string }[],
): MentionPiece[] {
  if (!text.includes("@") || people.length === 0) return [{ text }];
  const names = people
    .map(({ name }) => name)
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const parts = text.split(
    new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${names.join("|")}))(?![\\p{L}\\p{N}])`, "giu"),
  );
  const pieces = parts.map((part, index) =>
    index % 2 === 0
      ? { text: part }
      : {
          text: part,
          userId: people.find(({ name }) => name.toLowerCase() === part.slice(1).toLowerCase())?.id,
        },
  );
  return pieces.filter(({ text }) => text !== "");
}

/** The ids of the users whom a text mentions. */
export const mentionedIn = (text: string, people: { id: number; name: string }[]) => [
  ...new Set(mentionPieces(text, people).flatMap(({ userId }) => userId ?? [])),
];
