import type { Database } from "bun:sqlite";
import { isServed, openCompanyDbs } from "../data-folder.ts";
import type { Env } from "../env.ts";
import { createToken } from "../modules/setup/setup.ts";
import { addressOf, trustAddress } from "../tls/mode.ts";
import { servedIn, type Served } from "../tls/served.ts";
import { envOfExisting, print, type Flags } from "./command.ts";

export async function printSetupLink(flags: Flags) {
  const env = envOfExisting(flags);
  const { control } = openCompanyDbs(env);
  const path = `/setup?token=${createToken(control)}`;
  const settings = reached(env, control.sqlite);
  const link = addressOf(settings) + path;
  const trust = trustAddress(settings, path);
  print(flags, { link, trust, minutes: 30 }, trust ?? link);
}

/** The settings, with the values that the running box started with, except for flags given here. */
function reached(env: Env, control: Database): Env {
  if (!isServed(env.data)) return env;
  const served = Object.entries(servedIn(control)).filter(
    ([key]) => env.places[key as keyof Served]?.source !== "flag",
  );
  return { ...env, ...Object.fromEntries(served) };
}
