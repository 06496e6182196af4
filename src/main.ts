import { becomeOwner } from "./commands/become-owner.ts";
import { Usage, parseFlags } from "./commands/command.ts";
import { commandOf, commands, groupOf, helpOf, overview } from "./commands/commands.ts";
import { Fault, faultOf } from "./kit/fault.ts";
import { confinedPrograms } from "./confined-programs.ts";
import { Misconfigured } from "./misconfigured.ts";
import { compileAsUsual } from "./kit/process/jit.ts";
import { NewerFile } from "./kit/db/migrate.ts";

await main(process.argv.slice(2));

async function main(words: string[]) {
  // Only the box's own user may read the files that it writes, also in an existing folder.
  process.umask(0o077);
  try {
    const asksHelp = ["--help", "-h", "help"].includes(words[0] ?? "help");
    if (asksHelp && words.length < 2) return console.log(overview(commands));
    if (asksHelp) words = [...words.slice(1), "--help"];
    if (["--version", "-v"].includes(words[0]!)) words = ["version", ...words.slice(1)];
    // A running box opens foreign bytes by this: a process of its own, and no command for people.
    const program = confinedPrograms.get(words[0]!);
    if (program) {
      const { confine } = await import("./kit/process/confined/inside.ts");
      confine();
      const run = await program();
      compileAsUsual();
      return await run(words.slice(1));
    }
    const group = groupOf(words[0]!);
    if (group.length > 0 && (words.length === 1 || ["--help", "-h"].includes(words[1]!)))
      return console.log(overview(group));
    const command = commandOf(words);
    const flags = parseFlags(command, words.slice(command.name.split(" ").length));
    if (flags.help) return console.log(helpOf(command));
    becomeOwner(command, flags);
    const run = await command.load();
    compileAsUsual();
    await run(flags);
  } catch (thrown) {
    // A running box reads this code to learn which refusal ended its command.
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const reason = faultOf(thrown)?.reason ?? "";
    console.error(
      `balcao: ${message}${/^ERR_\w+$/.test(reason) && message !== reason ? ` (${reason})` : ""}`,
    );
    process.exitCode = exitCodeOf(thrown);
  }
}

function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof Usage) return 2;
  if (thrown instanceof Misconfigured || thrown instanceof NewerFile) return 78;
  return thrown instanceof Fault && thrown.kind === "busy" ? 75 : 1;
}
