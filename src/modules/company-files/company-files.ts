import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ConnectionManager } from "../../channel/channel.ts";
import type { Broadcast } from "../../kit/db/audience.ts";
import { Fault, faultOf, invalidFields } from "../../kit/fault.ts";
import { privateFolder, syncFolder, writeWhole } from "../../kit/files/disk.ts";
import { limitConcurrency } from "../../kit/process/limit-concurrency.ts";
import { log } from "../../kit/process/log.ts";
import { startOwn, type Ended, type OwnProcess } from "../../kit/process/own-process.ts";
import { notFound } from "../../kit/db/page.ts";
import { leastSpace, spaceIn } from "../../kit/files/space.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { companyFileKeptHours } from "../../shared/companies.ts";
import { mediaOf } from "../backups/media-pool.ts";
import { newCode } from "../backups/recovery-code.ts";
import { untilStill } from "../companies/until-still.ts";
import type { BoxFiles } from "./export.ts";
import { beginMove, cancelMove, handOver, takeBack, takeOver } from "./moves.ts";
import { removeCutOff } from "./unfinished.ts";
import type {
  CompanyFilesState,
  FileWork,
  Imported,
  ImportPlan,
  MadeFile,
  MoveStep,
} from "./table.ts";

const keptFor = companyFileKeptHours * 3_600_000;

type Working = Omit<FileWork, "part"> & { child: OwnProcess<unknown>; file: string; total: number };
type Services = {
  dbs: CompanyDbs;
  connectionManager: ConnectionManager;
  broadcast: Broadcast;
  /** Closes sockets of ended sessions. */ hub: { check(): void };
  key: Uint8Array;
  reseal: BoxFiles["reseal"];
};

/**
 * Exports and imports companies' files in child processes, one at a time, for the owner's page.
 * rules.md#company-files
 */
export class CompanyFiles {
  #working: Working | undefined;
  #looking: OwnProcess<unknown> | undefined;
  #failed: CompanyFilesState["failed"] = null;
  readonly #oneByOne = limitConcurrency(1);

  constructor(private readonly services: Services) {}

  get state(): CompanyFilesState {
    const {
      dbs: { control },
    } = this.services;
    const moves = control.sqlite
      .query<Omit<MoveStep, "since"> & { since: number }, []>(
        "SELECT companyId AS company, name, state, at AS since FROM companyMoves JOIN companies ON companies.id = companyId ORDER BY name",
      )
      .all();
    return {
      work: this.#work(),
      failed: this.#failed,
      files: this.#files(),
      moves: moves.map((move) => ({ ...move, since: new Date(move.since) })),
    };
  }

  /**
   * Starts the export of a company; with `moves` its connections stop first. Returns the code that
   * opens the file elsewhere, only this once. Throws busy, missing.
   */
  async export(company: { id: number; name: string }, moves: boolean): Promise<string> {
    const { dbs, connectionManager, hub } = this.services;
    this.#refuseBusy();
    this.#refuseNoSpace(this.#sizeOf(company.id));
    if (moves) {
      beginMove(dbs, company.id);
      hub.check();
      await connectionManager.stopCompany(company.id);
      await untilStill(dbs, company.id);
    }
    const code = newCode();
    this.#write(
      "export",
      company,
      code,
      (file) => this.#offer(file, company, moves),
      moves ? ["--move", "--beside"] : [],
    );
    return code;
  }

  /**
   * Starts to write a deleted company's file; `finish` receives its path and deletes the company.
   * If the file fails the company stays. Throws busy, large.
   */
  keep(company: { id: number; name: string }, finish: (file: string) => Promise<void>) {
    this.refuseKeeping(company.id);
    this.#write("delete", company, newCode(), finish);
  }

  /**
   * Throws busy while a file is made or read, large where the disk has no room for this company's.
   */
  refuseKeeping(company: number) {
    this.#refuseBusy();
    this.#refuseNoSpace(this.#sizeOf(company));
  }

  /** An exported file. Throws missing. */
  find(company: number): MadeFile & { path: string } {
    const existing = this.#files().find((file) => file.company === company);
    if (!existing) throw notFound();
    return { ...existing, path: this.#pathOf(company) };
  }

  async remove(company: number) {
    const { path } = this.find(company);
    for (const suffix of [".json", ""]) await rm(path + suffix, { force: true });
    this.#tell();
  }

  /** Removes expired files, abandoned uploads, and the rest of imports that were cut off. */
  async removeOld() {
    await removeCutOff(this.services.dbs);
    const now = this.services.dbs.control.now();
    for (const { company, removedAt } of this.#files())
      if (removedAt.getTime() < now) await this.remove(company);
    // Removes unfinished files of a box that stopped, and labels without a file.
    for (const name of readdirSync(this.#folder))
      if (this.#isLeftOver(name) && !this.#working)
        await rm(join(this.#folder, name), { recursive: true, force: true });
    for (const name of readdirSync(this.#incoming))
      if (
        (statSync(join(this.#incoming, name), { throwIfNoEntry: false })?.mtimeMs ?? now) <
        now - keptFor
      )
        await rm(join(this.#incoming, name), { force: true });
  }

  /**
   * Starts an upload of so many bytes. Throws where the disk lacks room for both the file and the
   * company.
   */
  beginUpload(size: number): { upload: string } {
    this.#refuseNoSpace(2 * size);
    const upload = crypto.randomUUID();
    writeWhole(this.#uploadPath(upload), "");
    return { upload };
  }

  /**
   * Appends a piece. Throws a conflict where the upload has another size; `details.size` says
   * which.
   */
  async addPiece(upload: string, at: number, piece: Uint8Array): Promise<{ size: number }> {
    const path = this.#existing(upload);
    const { size } = statSync(path);
    if (at !== size)
      throw new Fault("conflict", "ERR_UPLOAD_PIECE", {
        message: "Este pedaço não continua o arquivo",
        details: { size },
      });
    await appendFile(path, piece);
    return { size: size + piece.byteLength };
  }

  /**
   * The import plan of an uploaded file. Throws invalid for another kind of file, and for a wrong
   * code.
   */
  plan(upload: string, code: string | undefined): Promise<ImportPlan> {
    return this.planOf(this.#existing(upload), code);
  }

  /** The import plan of a file on this machine. Throws what `plan` throws. */
  planOf(path: string, code?: string): Promise<ImportPlan> {
    return this.#oneByOne(async () => {
      const child = startOwn<ImportPlan>(
        ["company", "look", path, "--code-file", "-", "--data", this.services.dbs.folder],
        { input: code ?? "", limits: readingLimits },
      );
      this.#looking = child;
      const { output, failed } = await child.ended;
      if (failed?.reason === "ERR_FILE_CODE") throw invalidFields({ code: "wrong" });
      return outputOf(output, failed);
    });
  }

  /** Imports an uploaded file, and then removes it. Throws busy, and what the command refused. */
  async import(upload: string, args: { code?: string; name?: string }): Promise<Imported> {
    const imported = await this.importFrom(this.#existing(upload), args);
    await this.discard(upload);
    return imported;
  }

  /**
   * Imports a file on this machine, which stays. Throws what `import` throws, and large where the
   * disk has no room for the company.
   */
  async importFrom(
    path: string,
    { code, name }: { code?: string; name?: string },
  ): Promise<Imported> {
    this.#refuseBusy();
    this.#refuseNoSpace(statSync(path).size);
    const visibleName = name ?? (await this.planOf(path, code)).name;
    this.#refuseBusy();
    const { output, failed } = await this.#start<Imported>(
      { what: "import", company: null, name: visibleName, file: path, total: 0 },
      ["company", "import", path, "--code-file", "-", ...(name ? ["--name", name] : [])],
      code ?? "",
    );
    this.#tell();
    if (failed?.reason === "ERR_EMAIL_TAKEN")
      throw new Fault("conflict", failed.reason, { message: failed.message });
    if (failed?.reason === "ERR_COMPANY_NAME_ALREADY_EXISTS")
      throw new Fault("conflict", failed.reason, {
        message: failed.message,
        fields: { name: "taken" },
      });
    return outputOf(output, failed);
  }

  async discard(upload: string) {
    await rm(this.#existing(upload), { force: true });
  }

  /**
   * Takes one step of a move. `handOver` returns the code that the other box needs to start. Throws
   * a conflict in the wrong state, invalid for a wrong code.
   */
  async move(
    company: number,
    step: "cancel" | "handOver" | "takeBack" | "takeOver",
    code: string,
  ): Promise<{ code: string | null }> {
    const {
      dbs: {
        control: { sqlite },
      },
      connectionManager,
    } = this.services;
    if (this.#working?.company === company) throw running();
    if (step === "handOver") {
      this.#refuseWithoutFile(company);
      const moveCode = handOver(sqlite, company);
      this.#tell();
      return { code: moveCode };
    }
    if (step === "cancel") cancelMove(sqlite, company);
    else if (step === "takeBack") takeBack(sqlite, company);
    else takeOverWith(() => takeOver(sqlite, company, code));
    await connectionManager.openCompany(company);
    this.#tell();
    return { code: null };
  }

  async stop() {
    for (const child of [this.#working?.child, this.#looking]) {
      child?.kill();
      await child?.ended;
    }
  }

  // Each attempt has its own file: a process that outlived a killed box may still write the earlier
  // one.
  #write(
    what: "export" | "delete",
    company: { id: number; name: string },
    code: string,
    finish: (file: string) => void | Promise<void>,
    more: string[] = [],
  ) {
    const file = join(this.#folder, `${company.id}.${crypto.randomUUID()}.making`);
    const work = this.#start(
      { what, company: company.id, name: company.name, file, total: this.#sizeOf(company.id) },
      ["company", "export", String(company.id), "--to", file, "--code-file", "-", ...more],
      code,
    );
    void work
      .then(async ({ failed }) => (failed ? this.#fail(what, company, failed) : await finish(file)))
      .catch((thrown: unknown) =>
        this.#fail(what, company, {
          reason: faultOf(thrown)?.reason ?? null,
          message: thrown instanceof Error ? thrown.message : String(thrown),
        }),
      )
      .finally(() => {
        rmSync(file, { force: true });
        this.#tell();
      });
  }

  #offer(file: string, { id: company, name }: { id: number; name: string }, moves: boolean) {
    const path = this.#pathOf(company);
    rmSync(path, { force: true });
    writeWhole(
      `${path}.json`,
      JSON.stringify({ company, name, at: this.services.dbs.control.now(), moves }),
    );
    renameSync(file, path);
    syncFolder(this.#folder);
  }

  #start<Answer>(work: Omit<Working, "child">, words: string[], input: string) {
    this.#refuseBusy();
    this.#failed = null;
    const child = startOwn<Answer>([...words, "--data", this.services.dbs.folder], {
      input,
      ...(work.what === "import" && { limits: readingLimits }),
    });
    this.#working = { ...work, child };
    this.#tell();
    const watching = setInterval(() => this.#tell(), 1000);
    return child.ended.finally(() => {
      clearInterval(watching);
      this.#working = undefined;
    });
  }

  #fail(
    what: "export" | "delete",
    { id, name }: { id: number; name: string },
    { reason, message }: { reason: string | null; message: string },
  ) {
    log("error", "companyFile", { company: id, what, error: message });
    this.#failed = { what, company: id, name, error: reason ?? "ERR_COMPANY_EXPORT" };
  }

  #work(): FileWork | null {
    if (!this.#working) return null;
    const { what, company, name, file, total } = this.#working;
    const written = statSync(`${file}.part`, { throwIfNoEntry: false })?.size;
    return {
      what,
      company,
      name,
      part:
        what !== "import" && written !== undefined && total > 0
          ? Math.min(1, written / total)
          : null,
    };
  }

  #files(): MadeFile[] {
    const names = readdirSync(this.#folder).filter((name) => /^\d+\.balcao\.json$/.test(name));
    return names
      .flatMap((name) => {
        const size = statSync(join(this.#folder, name.slice(0, -5)), {
          throwIfNoEntry: false,
        })?.size;
        if (size === undefined) return [];
        const { at, ...file } = JSON.parse(readFileSync(join(this.#folder, name), "utf8")) as Omit<
          MadeFile,
          "at" | "size" | "removedAt"
        > & { at: number };
        return [{ ...file, size, at: new Date(at), removedAt: new Date(at + keptFor) }];
      })
      .sort((one, other) => other.at.getTime() - one.at.getTime());
  }

  #isLeftOver(name: string): boolean {
    return (
      /\.(parts?|making)$/.test(name) ||
      (name.endsWith(".balcao.json") && !existsSync(join(this.#folder, name.slice(0, -5))))
    );
  }

  // Without a file of this move the other box cannot have the company. A new export uses the same
  // code.
  #refuseWithoutFile(company: number) {
    const move = this.state.moves.find((one) => one.company === company);
    if (
      move?.state !== "leaving" ||
      this.#files().some((file) => file.company === company && file.moves && file.at >= move.since)
    )
      return;
    throw new Fault("conflict", "ERR_NO_MOVE_FILE", {
      message:
        "O arquivo desta mudança não está mais aqui: comece a mudança outra vez para gravá-lo de novo, e só então entregue",
    });
  }

  #refuseBusy() {
    if (this.#working) throw running();
  }

  #refuseNoSpace(size: number) {
    if (spaceIn(this.#folder).free < size + leastSpace)
      throw new Fault("large", "ERR_DISK_FULL", { message: "O servidor está sem espaço em disco" });
  }

  // The database and the media; the tables as text are not counted.
  #sizeOf(company: number): number {
    const { folder } = this.services.dbs;
    const database =
      statSync(join(folder, "companies", `${company}.sqlite`), { throwIfNoEntry: false })?.size ??
      0;
    return (
      database +
      mediaOf(folder)
        .filter((one) => one.company === company)
        .reduce((sum, { size }) => sum + size, 0)
    );
  }

  #existing(upload: string): string {
    const path = this.#uploadPath(upload);
    if (!existsSync(path)) throw notFound();
    return path;
  }

  get #folder() {
    return privateFolder(join(this.services.dbs.folder, "company-files"));
  }

  get #incoming() {
    return privateFolder(join(this.#folder, "incoming"));
  }

  #pathOf(company: number) {
    return join(this.#folder, `${company}.balcao`);
  }

  #uploadPath(upload: string) {
    return join(this.#incoming, upload);
  }

  #tell() {
    this.services.broadcast((me) =>
      me.super ? { event: "companyFiles", action: "update" } : undefined,
    );
  }
}

/**
 * Limits for reading a file from elsewhere. A large file takes hours; the memory limit protects the
 * box. rules.md#foreign-bytes
 */
const readingLimits = {
  time: 6 * 3_600_000,
  memory: 2 * 1024 * 1024 * 1024,
  reason: "ERR_NOT_A_COMPANY_FILE",
};

function outputOf<Output>(output: Output | undefined, failed: Ended<Output>["failed"]): Output {
  if (failed?.reason) throw new Fault("invalid", failed.reason, { message: failed.message });
  if (failed || !output) throw new Error(failed?.message ?? "nothing was said");
  return output;
}

const running = () =>
  new Fault("busy", "ERR_COMPANY_FILE_RUNNING", {
    message: "Já há um arquivo de empresa sendo feito ou lido",
  });

function takeOverWith(take: () => void) {
  try {
    take();
  } catch (thrown) {
    throw thrown instanceof Fault && thrown.reason === "ERR_MOVE_CODE"
      ? invalidFields({ code: "wrong" })
      : thrown;
  }
}
