import { join } from "node:path";
import { lock, openCompanyDbs, secret } from "../data-folder.ts";
import { Fault } from "../kit/fault.ts";
import { privateFolder } from "../kit/files/disk.ts";
import { bringBack, copiesOf, refuseUntrusted } from "../modules/backups/bring-back.ts";
import { copyFolder, readManifest } from "../modules/backups/manifest.ts";
import { knownCodes } from "../modules/backups/recovery-code.ts";
import { planOf, refuseReplacing, restore, type RestorePlan } from "../modules/backups/restore.ts";
import { codeThatOpens, opened } from "../modules/backups/verify.ts";
import type { Restored } from "../modules/backups/table.ts";
import { Misconfigured } from "../misconfigured.ts";
import { codeFor, codeOf } from "./backup.ts";
import {
  counted,
  envOf,
  envOfExisting,
  print,
  refuseUnasked,
  refuseUnattended,
  taken,
  text,
  Usage,
  type Flags,
} from "./command.ts";

export async function restoreBox(flags: Flags) {
  if (flags.company !== undefined) return restoreCompany(flags);
  const { data } = envOf(flags);
  const copy = copyFolder(data, taken(flags, "COPY"));
  const code = await openingCode(data, copy, flags);
  const asWritten = flags["as-written"] === true;
  if (flags["dry-run"]) {
    const plan = await planOf(data, copy, { code, asWritten });
    return print(flags, { dryRun: true, ...plan }, wordsOf(plan, data));
  }
  // Refusals come before the copy is read: no plan is printed that won't be followed.
  if (!flags.force) refuseReplacing(data);
  refuseUnattended(flags);
  const unlock = locked(privateFolder(data));
  try {
    const plan = await planOf(data, copy, { code, asWritten });
    if (!flags.json) console.log(wordsOf(plan, data));
    refuseUnasked(flags, "Restore it?");
    const restored = await restore(data, copy, plan, {
      code,
      force: flags.force === true,
      keepSessions: flags["keep-sessions"] === true,
    });
    print(
      flags,
      { ...plan, ...restored, path: data },
      [
        `${data} is what it was on ${plan.at}. The box starts in safe mode: sign in, look at the figures, and let it out.`,
        ...needed(restored),
      ].join("\n"),
    );
  } finally {
    unlock();
  }
}

/** The steps that people must take after a restore. */
const needed = ({ unlinked, codeChanged }: Restored) => [
  ...(unlinked.length > 0
    ? [
        `To be linked again: ${unlinked.map(({ company, connection }) => `${connection} (${company})`).join(", ")}`,
      ]
    : []),
  ...(codeChanged
    ? [
        "The recovery code is now the one that opened this copy: print a new sheet. Copies made before still open here; keep their sheet too.",
      ]
    : []),
];

/** One company comes back, and the others stay as they are. */
async function restoreCompany(flags: Flags) {
  const { data } = envOfExisting(flags);
  const company = Number(text(flags, "company"));
  if (!Number.isInteger(company) || company < 1)
    throw new Usage("restore: --company takes a company's number");
  const copies = copiesOf(data, company);
  const named = text(flags, "COPY") ?? copies[0]?.name;
  if (!named)
    throw new Fault("missing", "ERR_COPY_WITHOUT_COMPANY", {
      message: `no good copy holds company ${company}`,
    });
  const copy = copyFolder(data, named);
  const { at, companies } = readManifest(copy);
  const copied = companies.find(({ id }) => id === company);
  const plan = `Copy ${named} of ${at}: ${copied ? `${copied.name}, ${counted(copied.counts.messages ?? 0, "message")}` : "without this company"}. What is there of it goes aside.`;
  const options = {
    code: await codeFor(copy, data, flags),
    asWritten: flags["as-written"] === true,
  };
  if (flags["dry-run"]) {
    await refuseUntrusted(copy, company, options);
    return print(flags, { dryRun: true, company, copy: named, at, copies }, plan);
  }
  refuseUnattended(flags);
  const unlock = flags.beside ? () => undefined : locked(data);
  const { control } = openCompanyDbs({ data });
  try {
    if (!flags.json) console.log(plan);
    refuseUnasked(flags, "Bring it back?");
    const done = await bringBack(
      { data, control, mediaKey: secret(data, "media") },
      company,
      copy,
      { ...options, force: flags.force === true },
    );
    const rest = [
      ...(done.unlinked.length > 0 ? [`To be linked again: ${done.unlinked.join(", ")}`] : []),
      ...(done.withoutSignIn.length > 0
        ? [`To be made again: ${done.withoutSignIn.join(", ")}`]
        : []),
    ];
    print(
      flags,
      done,
      [
        `Company ${company} is what it was on ${done.at}. What was there lies in ${join(data, done.aside)}.`,
        ...rest,
      ].join("\n"),
    );
  } finally {
    control.sqlite.close();
    unlock();
  }
}

function locked(data: string): () => void {
  try {
    return lock(data);
  } catch (thrown) {
    if (thrown instanceof Misconfigured)
      throw new Fault("busy", "ERR_BOX_RUNNING", { message: `${thrown.message}: stop it first` });
    throw thrown;
  }
}

/** The given code, or the box's existing code that opens the copy. */
async function openingCode(data: string, copy: string, flags: Flags): Promise<string> {
  const given = await codeOf(flags);
  if (given !== undefined) {
    await opened(copy, given);
    return given;
  }
  const code = await codeThatOpens(copy, knownCodes(data));
  if (code === undefined)
    throw new Usage(
      "--code-file is needed: no recovery code that is known here opens this copy. It stands on the sheet of the box that made it",
    );
  return code;
}

function wordsOf(
  { copy, at, version, companies, failed, replaces, aside }: RestorePlan,
  data: string,
): string {
  const rows = companies.map(
    ({ id, name, messages, lastMessageAt }) =>
      `  ${id}  ${name}: ${counted(messages, "message")}${lastMessageAt ? `, the last on ${lastMessageAt}` : ""}`,
  );
  return [
    `Copy ${copy} of ${at}, made by version ${version}, is sound.`,
    ...rows,
    ...failed.map(({ id, name }) => `  ${id}  ${name}: is not in this copy`),
    replaces ? `The box in ${data} goes to ${data}/${aside}.` : `${data} holds no box yet.`,
  ].join("\n");
}
