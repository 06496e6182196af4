import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Fault, faultOf } from "../../kit/fault.ts";
import { log } from "../../kit/process/log.ts";
import { startOwn, type OwnProcess } from "../../kit/process/own-process.ts";
import { folderOf, sizeOf } from "./made-files.ts";
import type { CompanyFilesState, FileWork } from "./table.ts";

type Working = Omit<FileWork, "part"> & { child: OwnProcess<unknown>; file: string; total: number };

/** Makes and reads companies' files in child processes, one at a time. */
export class FileRunner {
  #working: Working | undefined;
  #failed: CompanyFilesState["failed"] = null;

  /** `tell` is called when the state of the work changes. */
  constructor(
    private readonly data: string,
    private readonly tell: () => void,
  ) {}

  get isBusy() {
    return this.#working !== undefined;
  }

  /** The company whose file is made. */
  get company(): number | null | undefined {
    return this.#working?.company;
  }

  get failed() {
    return this.#failed;
  }

  get work(): FileWork | null {
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

  /** Throws busy while a file is made or read. */
  refuseBusy() {
    if (this.#working) throw running();
  }

  /**
   * Writes a company's file and hands it to `finish`. Each attempt has its own file: a process that
   * outlived a killed box may still write the earlier one.
   */
  write(
    what: "export" | "delete",
    company: { id: number; name: string },
    code: string,
    finish: (file: string) => void | Promise<void>,
    more: string[] = [],
  ) {
    const file = join(folderOf(this.data), `${company.id}.${crypto.randomUUID()}.making`);
    const work = this.start(
      {
        what,
        company: company.id,
        name: company.name,
        file,
        total: sizeOf(this.data, company.id),
      },
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
        this.tell();
      });
  }

  /** Starts a command. Throws busy. */
  start<Answer>(work: Omit<Working, "child">, words: string[], input: string) {
    this.refuseBusy();
    this.#failed = null;
    const child = startOwn<Answer>([...words, "--data", this.data], {
      input,
      ...(work.what === "import" && { limits: readingLimits }),
    });
    this.#working = { ...work, child };
    this.tell();
    const watching = setInterval(() => this.tell(), 1000);
    return child.ended.finally(() => {
      clearInterval(watching);
      this.#working = undefined;
    });
  }

  async stop() {
    this.#working?.child.kill();
    await this.#working?.child.ended;
  }

  #fail(
    what: "export" | "delete",
    { id, name }: { id: number; name: string },
    { reason, message }: { reason: string | null; message: string },
  ) {
    log("error", "companyFile", { company: id, what, error: message });
    this.#failed = { what, company: id, name, error: reason ?? "ERR_COMPANY_EXPORT" };
  }
}

/**
 * Limits for reading a file from elsewhere. A large file takes hours; the memory limit protects the
 * box. rules.md#foreign-bytes
 */
export const readingLimits = {
  time: 6 * 3_600_000,
  memory: 2 * 1024 * 1024 * 1024,
  reason: "ERR_NOT_A_COMPANY_FILE",
};

export const running = () =>
  new Fault("busy", "ERR_COMPANY_FILE_RUNNING", {
    message: "Já há um arquivo de empresa sendo feito ou lido",
  });
