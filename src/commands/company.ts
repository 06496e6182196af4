import type { Database } from "bun:sqlite";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { reseal } from "../reseal.ts";
import { lock, openCompanyDbs, secret } from "../data-folder.ts";
import { Fault } from "../kit/fault.ts";
import { newCode } from "../modules/backups/recovery-code.ts";
import { exportCompany } from "../modules/company-files/export.ts";
import { importCompany } from "../modules/company-files/import.ts";
import {
  beginMove,
  cancelMove,
  handOver,
  takeBack,
  takeOver,
} from "../modules/company-files/moves.ts";
import { planImport } from "../modules/company-files/plan.ts";
import { version } from "../version.ts";
import { codeOf } from "./backup.ts";
import {
  counted,
  envOfExisting,
  print,
  refuseUnasked,
  taken,
  text,
  Usage,
  type Flags,
} from "./command.ts";

export async function exportToFile(flags: Flags) {
  const box = boxOf(flags);
  const id = idOf(flags);
  const to = resolve(
    text(flags, "to") ?? `company-${id}-${new Date().toISOString().slice(0, 10)}.balcao`,
  );
  const code = (await codeOf(flags)) ?? newCode();
  const unlock = flags.move && !flags.beside ? stopped(box.data) : () => undefined;
  try {
    const moveCode = flags.move ? beginMove(box.dbs, id) : undefined;
    const { company, counts, media } = await exportCompany(box, id, {
      to,
      code,
      version: version.version,
      moveCode,
    });
    print(
      flags,
      {
        path: to,
        code,
        company,
        messages: counts.messages,
        media: media.length,
        moves: moveCode !== undefined,
      },
      `${to}: ${company.name}, ${counted(counts.messages ?? 0, "message")}, ${counted(media.length, "file")}\nIt opens in another box with: ${code}${moveCode === undefined ? "" : `\nImport it there, look at it, then let go here: balcao company move ${id} --hand-over`}`,
    );
  } finally {
    unlock();
  }
}

export async function importFromFile(flags: Flags) {
  const box = boxOf(flags);
  const path = resolve(taken(flags, "FILE"));
  if (!existsSync(path)) throw new Usage(`there is no file ${path}`);
  const done = await importCompany(box, path, {
    code: (await codeOf(flags)) || undefined,
    mediaKey: secret(box.data, "media"),
    name: text(flags, "name"),
  });
  print(
    flags,
    done,
    `${done.name} is company ${done.company} here, with ${counted(done.messages, "message")} and ${counted(done.media, "file")}${done.waits ? `. It works once the other box lets go: balcao company move ${done.company} --take-over` : ""}`,
  );
}

/**
 * The box runs this too, in a process of its own: such a file may hold anything until it is read.
 */
export async function lookAtFile(flags: Flags) {
  const plan = await planImport(
    boxOf(flags),
    resolve(taken(flags, "FILE")),
    (await codeOf(flags)) || undefined,
  );
  const inTheWay = [
    ...(plan.nameTaken ? ["its name is taken here"] : []),
    ...plan.emailsTaken.map((email) => `${email} signs in here already`),
    ...(plan.needsCode ? ["its code is needed to say more"] : []),
  ];
  print(
    flags,
    plan,
    `${plan.name}: ${plan.people} people, ${plan.contacts} contacts, ${plan.messages} messages, ${plan.files} files${inTheWay.length > 0 ? `\n${inTheWay.join("\n")}` : ""}`,
  );
}

/**
 * Ends a move: `--cancel`, `--hand-over` and `--take-back` where the company comes from,
 * `--take-over` where it came to.
 */
export async function moveCompany(flags: Flags) {
  const { control, data } = boxOf(flags);
  const id = idOf(flags);
  const steps = ["cancel", "hand-over", "take-back", "take-over"].filter(
    (step) => flags[step] === true,
  );
  if (steps.length !== 1)
    throw new Usage(
      "company move: one of --cancel, --hand-over, --take-back, --take-over is needed",
    );
  if (steps[0] === "cancel") cancelMove(control, id);
  if (steps[0] === "take-back") {
    refuseUnasked(
      flags,
      "With the code that was said the other box would work for the company too. Is it certain that it never arrived there?",
    );
    takeBack(control, id);
  }
  if (steps[0] === "take-over") takeOver(control, id, (await codeOf(flags)) ?? "");
  if (steps[0] !== "hand-over") return print(flags, ...endOf(control, id, data));
  refuseUnasked(
    flags,
    "This box will work for the company no more. Has the other one imported it?",
  );
  const code = handOver(control, id);
  print(
    flags,
    { company: id, code },
    `company ${id} is gone. The other box takes it over with: ${code}`,
  );
}

function endOf(control: Database, id: number, path: string): [object, string] {
  const works =
    (control.query("SELECT status FROM companies WHERE id = ?").get(id) as { status: number })
      .status === 1;
  return [
    { company: id, works, path },
    works
      ? `company ${id} works here: a running box brings its connections up when it is started again`
      : `company ${id} is here, blocked as it was before it moved`,
  ];
}

function boxOf(flags: Flags) {
  const { data } = envOfExisting(flags);
  const dbs = openCompanyDbs({ data });
  return {
    data,
    dbs,
    control: dbs.control.sqlite,
    key: secret(data, "vault"),
    reseal,
  };
}

function idOf(flags: Flags): number {
  const id = Number(taken(flags, "ID"));
  if (!Number.isInteger(id) || id < 1) throw new Usage("ID is a company's number");
  return id;
}

// The company's connections must be still: a message that arrives while the file is written would
// be in neither box.
function stopped(data: string): () => void {
  try {
    return lock(data);
  } catch {
    throw new Fault("busy", "ERR_BOX_RUNNING", {
      message: `${data} is in use: stop the box before a company moves`,
    });
  }
}
