import { nearest } from "../kit/db/text.ts";
import { boxCommands } from "./box-commands.ts";
import { careCommands } from "./care-commands.ts";
import { Usage, type Command } from "./command.ts";
import { dataCommands } from "./data-commands.ts";

export const commands: Command[] = [...boxCommands, ...dataCommands, ...careCommands];

/** The command that words name. Throws Usage with the nearest one. */
export function commandOf(words: string[]): Command {
  const command = commands.find(
    ({ name }) => name === words.slice(0, name.split(" ").length).join(" "),
  );
  if (command) return command;
  const typed = words.filter((word) => !word.startsWith("-")).slice(0, 2);
  throw new Usage(`unknown command ${typed.join(" ")}: did you mean ${meant(typed)}?`);
}

// The first word decides: "bakup" has fewer letters in common with "backup now" than with "serve".
function meant([first = "", second]: string[]): string | undefined {
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0]!))];
  const head = nearest(first, firsts)!;
  const group = groupOf(head);
  return second === undefined || group.length === 0
    ? head
    : nearest(
        `${head} ${second}`,
        group.map(({ name }) => name),
      );
}

/**
 * The commands that begin with a word, as `admin` does; none where the word is a command of its
 * own.
 */
export const groupOf = (word: string) => commands.filter(({ name }) => name.startsWith(`${word} `));

export function overview(listed: Command[]): string {
  const rows = listed.map(({ name, does }) => `  balcao ${name.padEnd(22)}${does}`);
  return [
    "Balcão: a service desk and sales counter on WhatsApp, in one file.",
    "",
    ...rows,
    "",
    "balcao COMMAND --help says more. Exit codes: 0 done, 1 failed, 2 usage, 75 busy: try again, 78 configuration.",
  ].join("\n");
}

export function helpOf({ name, does, takes, flags }: Command): string {
  const rows = Object.entries(flags).map(
    ([flag, { value, does }]) => `  --${`${flag}${value ? ` ${value}` : ""}`.padEnd(20)}${does}`,
  );
  return [
    `balcao ${name}${takes ? ` ${takes}` : ""}: ${does}`,
    "",
    ...rows,
    `  --${"help".padEnd(20)}this text`,
  ].join("\n");
}
