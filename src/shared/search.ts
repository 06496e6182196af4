/** A text without case and accents, for searches. */
export const folded = (text: string) =>
  (isPlain.test(text)
    ? text
    : text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC")
  ).toLowerCase();

/**
 * The same, each letter at its place. Letters with accents of which there are none in one piece
 * stay as they are.
 */
export const foldedInPlace = (text: string) =>
  text.replace(/[^\0-\x7f]/g, foldedLetter).toLowerCase();

const foldedLetters = new Map<string, string>();

function foldedLetter(letter: string): string {
  const cached = foldedLetters.get(letter);
  if (cached) return cached;
  const plain = folded(letter);
  const inPlace = plain.length === 1 ? plain : letter;
  foldedLetters.set(letter, inPlace);
  return inPlace;
}

// Most words have no accent: to look whether one has takes a tenth of the time.
const isPlain = /^[\0-\x7f]*$/;

/**
 * The words that a search for messages looks for: the first four of more than one letter. Each must
 * begin some word of the message, whatever its accents.
 */
export const searchedWords = (text: string): string[] =>
  (
    text
      .normalize("NFC")
      .replace(notLetters, " ")
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => word.length > 1)
    .slice(0, 4);

// Letters that SQLite takes for spaces.
const notLetters = /[\u19b0-\u19c0\u19c8\u19c9\u1cf2\u1cf3]/g;
