/** A rough strength of a password: 0 none, 1 weak, 2 fair, 3 strong. Length counts most. */
export function strength(password: string): 0 | 1 | 2 | 3 {
  if (password.length < 8) return password ? 1 : 0;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^\p{L}\d]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const distinct = new Set(password.toLowerCase()).size;
  if (distinct < 5 || /^(?:\d+|senha.*|password.*|qwerty.*|abc.*)$/i.test(password)) return 1;
  if (password.length >= 14 || (password.length >= 11 && kinds >= 3)) return 3;
  return password.length >= 10 || kinds >= 3 ? 2 : 1;
}
