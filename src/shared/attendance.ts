/** The texts at the end of an attendance. */
export type EndTexts = { complationMessage: string; ratingMessage: string };

/**
 * The texts of a queue at the end; where it has none of its own, its connection's.
 * rules.md#queue-texts
 */
export function endTexts(connection: EndTexts, queue?: EndTexts): EndTexts {
  const textOf = (name: keyof EndTexts) => (queue?.[name].trim() ? queue[name] : connection[name]);
  return { complationMessage: textOf("complationMessage"), ratingMessage: textOf("ratingMessage") };
}

/** The text that a customer receives outside opening hours, until the shop writes its own. */
export const closedText =
  "No momento estamos fora do horário de atendimento. Deixe sua mensagem: responderemos assim que abrirmos.";
