import type { Option, QueueRules } from "./config.ts";

// The wording that customers of such desks are used to. rules.md#menu

export const invalid = "Opção inválida, por favor, escolha uma opção válida.";

/** Chosen out of hours. */
export const choiceNoted = (queue: string) =>
  `Anotado: *${queue}*. Responderemos assim que abrirmos.`;

export const toMainMenu = "*[ # ]* - Voltar ao Menu Principal";

/** The queues of a connection, to choose one by its number. */
export const menuText = (greeting: string, queues: QueueRules[]) =>
  joinBlocks(
    greeting,
    queues.map(({ name }, index) => `*[ ${index + 1} ]* - ${name}`),
  );

/** A level of a queue's tree: its text, its options, and the ways back. */
export function levelText(head: string, options: Option[], hasParent: boolean) {
  return joinBlocks(head, [
    ...options.map(({ option, title }) => `*[ ${option} ]* - ${title}`),
    ...(hasParent ? ["*[ 0 ]* - Menu anterior"] : []),
    "*[ # ]* - Menu inicial",
  ]);
}

export const ratingText = (message: string) =>
  joinBlocks(message, [
    "Digite de 1 à 3 para qualificar nosso atendimento:",
    "*1* - _Insatisfeito_",
    "*2* - _Satisfeito_",
    "*3* - _Muito Satisfeito_",
  ]);

export const joinBlocks = (head: string, lines: string[]) =>
  [head.trim(), lines.join("\n")].filter((part) => part !== "").join("\n\n");
