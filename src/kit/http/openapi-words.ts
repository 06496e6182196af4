type Json = Record<string, unknown>;

/** An operation whose fields say what they mean, where their schemas do not. */
export function explained(
  operation: Json,
  words: Record<string, { pt: string; en: string }>,
): Json {
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, inner]): [string, unknown] => [
      key,
      key === "properties" ? fieldsOf(inner as Json) : key === "example" ? inner : walk(inner),
    ]);
    const made = Object.fromEntries(entries) as Json;
    return "in" in made && typeof made.name === "string" ? withWords(made, words[made.name]) : made;
  };
  const fieldsOf = (properties: Json): Json =>
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        withWords(walk(schema) as Json, words[name]),
      ]),
    );
  return walk(operation) as Json;
}

const withWords = (target: Json, words: { pt: string; en: string } | undefined): Json =>
  words ? { description: words.en, ...target, "x-description-pt": words.pt } : target;
