import { statSync } from "node:fs";
import { rm } from "node:fs/promises";
import type { ConnectionManager } from "../../channel/channel.ts";
import type { Broadcast } from "../../kit/db/audience.ts";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { notFound } from "../../kit/db/page.ts";
import { Fault, invalidFields } from "../../kit/fault.ts";
import { limitConcurrency } from "../../kit/process/limit-concurrency.ts";
import { startOwn, type Ended, type OwnProcess } from "../../kit/process/own-process.ts";
import { newCode } from "../backups/recovery-code.ts";
import { untilStill } from "../companies/until-still.ts";
import type { BoxFiles } from "./export.ts";
import { madeFiles, offer, pathOf, refuseNoSpace, removeLeftOvers, sizeOf } from "./made-files.ts";
import { FileRunner, readingLimits, running } from "./file-runner.ts";
import { beginMove, cancelMove, handOver, takeBack, takeOver } from "./moves.ts";
import { removeCutOff } from "./unfinished.ts";
import { addPiece, beginUpload, removeOldUploads, uploadPath } from "./uploads.ts";
import type { CompanyFilesState, Imported, ImportPlan, MadeFile, MoveStep } from "./table.ts";

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
  #looking: OwnProcess<unknown> | undefined;
  readonly #oneByOne = limitConcurrency(1);
  readonly #runner: FileRunner;

  constructor(private readonly services: Services) {
    this.#runner = new FileRunner(services.dbs.folder, () => this.#tell());
  }

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
      work: this.#runner.work,
      failed: this.#runner.failed,
      files: madeFiles(this.#data),
      moves: moves.map((move) => ({ ...move, since: new Date(move.since) })),
    };
  }

  /**
   * Starts the export of a company; with `moves` its connections stop first. Returns the code that
   * opens the file elsewhere, only this once. Throws busy, missing.
   */
  async export(company: { id: number; name: string }, moves: boolean): Promise<string> {
    const { dbs, connectionManager, hub } = this.services;
    this.#runner.refuseBusy();
    refuseNoSpace(this.#data, sizeOf(this.#data, company.id));
    if (moves) {
      beginMove(dbs, company.id);
      hub.check();
      await connectionManager.stopCompany(company.id);
      await untilStill(dbs, company.id);
    }
    const code = newCode();
    this.#runner.write(
      "export",
      company,
      code,
      (file) =>
        offer(this.#data, file, {
          company: company.id,
          name: company.name,
          at: this.services.dbs.control.now(),
          moves,
        }),
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
    this.#runner.write("delete", company, newCode(), finish);
  }

  /**
   * Throws busy while a file is made or read, large where the disk has no room for this company's.
   */
  refuseKeeping(company: number) {
    this.#runner.refuseBusy();
    refuseNoSpace(this.#data, sizeOf(this.#data, company));
  }

  /** An exported file. Throws missing. */
  find(company: number): MadeFile & { path: string } {
    const existing = madeFiles(this.#data).find((file) => file.company === company);
    if (!existing) throw notFound();
    return { ...existing, path: pathOf(this.#data, company) };
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
    for (const { company, removedAt } of madeFiles(this.#data))
      if (removedAt.getTime() < now) await this.remove(company);
    await removeLeftOvers(this.#data, () => this.#runner.isBusy);
    await removeOldUploads(this.#data, now);
  }

  /**
   * Starts an upload of so many bytes. Throws where the disk lacks room for both the file and the
   * company.
   */
  beginUpload(size: number): { upload: string } {
    return beginUpload(this.#data, size);
  }

  /**
   * Appends a piece. Throws a conflict where the upload has another size; `details.size` says
   * which.
   */
  addPiece(upload: string, at: number, piece: Uint8Array): Promise<{ size: number }> {
    return addPiece(this.#data, upload, at, piece);
  }

  /**
   * The import plan of an uploaded file. Throws invalid for another kind of file, and for a wrong
   * code.
   */
  plan(upload: string, code: string | undefined): Promise<ImportPlan> {
    return this.planOf(uploadPath(this.#data, upload), code);
  }

  /** The import plan of a file on this machine. Throws what `plan` throws. */
  planOf(path: string, code?: string): Promise<ImportPlan> {
    return this.#oneByOne(async () => {
      const child = startOwn<ImportPlan>(
        ["company", "look", path, "--code-file", "-", "--data", this.#data],
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
    const imported = await this.importFrom(uploadPath(this.#data, upload), args);
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
    this.#runner.refuseBusy();
    refuseNoSpace(this.#data, statSync(path).size);
    const visibleName = name ?? (await this.planOf(path, code)).name;
    this.#runner.refuseBusy();
    const { output, failed } = await this.#runner.start<Imported>(
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
    await rm(uploadPath(this.#data, upload), { force: true });
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
    if (this.#runner.company === company) throw running();
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
    const looking = this.#looking;
    await this.#runner.stop();
    looking?.kill();
    await looking?.ended;
  }

  // Without a file of this move the other box cannot have the company. A new export uses the same
  // code.
  #refuseWithoutFile(company: number) {
    const move = this.state.moves.find((one) => one.company === company);
    if (
      move?.state !== "leaving" ||
      madeFiles(this.#data).some(
        (file) => file.company === company && file.moves && file.at >= move.since,
      )
    )
      return;
    throw new Fault("conflict", "ERR_NO_MOVE_FILE", {
      message:
        "O arquivo desta mudança não está mais aqui: comece a mudança outra vez para gravá-lo de novo, e só então entregue",
    });
  }

  get #data() {
    return this.services.dbs.folder;
  }

  #tell() {
    this.services.broadcast((me) =>
      me.super ? { event: "companyFiles", action: "update" } : undefined,
    );
  }
}

function outputOf<Output>(output: Output | undefined, failed: Ended<Output>["failed"]): Output {
  if (failed?.reason) throw new Fault("invalid", failed.reason, { message: failed.message });
  if (failed || !output) throw new Error(failed?.message ?? "nothing was said");
  return output;
}

function takeOverWith(take: () => void) {
  try {
    take();
  } catch (thrown) {
    throw thrown instanceof Fault && thrown.reason === "ERR_MOVE_CODE"
      ? invalidFields({ code: "wrong" })
      : thrown;
  }
}
