/** The name of a template's language on screen. `tag`: the screen's own language. */
export function languageName(code: string, tag: string) {
  const name = new Intl.DisplayNames(tag, { type: "language" }).of(code.replace("_", "-")) ?? code;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
