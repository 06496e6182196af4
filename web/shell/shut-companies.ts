import { signal } from "@preact/signals-react";
import type { CompanyCopy } from "../../src/modules/backups/table.ts";
import { live } from "../session/live.ts";
import { can } from "../session/can.ts";
import { readPart } from "../session/shell-parts.ts";

/** `copies` are the good copies with the company, newest first. */
export type ShutCompany = { id: number; name: string; file: string; copies: CompanyCopy[] };

/** Companies whose file is unusable; for the owner of the box. */
export const companiesShut = signal<ShutCompany[]>([]);

/** Loads them and follows them. Returns a function that ends this. */
export function watchShutCompanies() {
  if (!can("companies.read")) return () => {};
  void read();
  const closers = [
    live.on("companiesShut", () => void read()),
    live.on("ready", () => void read()),
  ];
  return () => closers.forEach((close) => close());
}

async function read() {
  companiesShut.value = await readPart<ShutCompany[]>("shutCompanies").catch(() =>
    companiesShut.peek(),
  );
}
