import type { Statement } from "bun:sqlite";
import { cachedUntilChange } from "./changes.ts";
import type { About, Control } from "./company-db.ts";

type AboutRow = Pick<About, "name" | "phone" | "timezone" | "dueDate" | "logo"> & {
  useOpenAi: number;
  useIntegrations: number;
  useExternalApi: number;
  status: number;
  graceDays: string | null;
};

const cachedAbout = cachedUntilChange<About>(
  "aboutChanged",
  ["companies", "plans", "instance"].map((table) => ({ table })),
  500,
);

/** Reads companies from the control file. */
export class AboutReader {
  #query: Statement<AboutRow, [number]> | undefined;

  constructor(private readonly control: Control) {}

  /** The company with this id, from memory while nobody changes it. */
  read(id: number): About {
    return cachedAbout(this.control.sqlite, String(id), () => this.#read(id));
  }

  #read(id: number): About {
    this.#query ??= this.control.sqlite.prepare(
      "SELECT c.name, c.phone, timezone, useOpenAi, useIntegrations, useExternalApi, status, dueDate, sha256 AS logo, (SELECT value FROM instance WHERE key = 'graceDays') AS graceDays FROM companies c JOIN plans p ON p.id = planId WHERE c.id = ?",
    );
    const { useOpenAi, useIntegrations, useExternalApi, status, graceDays, ...about } =
      this.#query.get(id)!;
    return {
      ...about,
      plan: {
        useOpenAi: useOpenAi === 1,
        useIntegrations: useIntegrations === 1,
        useExternalApi: useExternalApi === 1,
      },
      status: status === 1,
      graceDays: Number(graceDays ?? 0),
    };
  }
}
