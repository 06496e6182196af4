import { resolve } from "node:path";
import { examine } from "../health/examine.ts";
import { shownSettings } from "../health/shown-settings.ts";
import { supportBundle, type Seen } from "../health/support-bundle.ts";
import { envOfExisting, print, text, type Flags } from "./command.ts";
import { patientIn } from "./doctor.ts";

export async function writeSupportBundle(flags: Flags) {
  const env = envOfExisting(flags);
  const { patient, close } = patientIn(env);
  try {
    const { name, bytes } = await supportBundle(
      patient,
      (await seenIn(flags)) ?? {
        findings: await examine(patient, { thorough: true }),
        settings: shownSettings(env),
      },
    );
    const path = resolve(text(flags, "out") ?? name);
    await Bun.write(path, bytes, { mode: 0o600 });
    print(flags, { path, name, bytes: bytes.length }, path);
  } finally {
    close();
  }
}

async function seenIn(flags: Flags): Promise<Seen | undefined> {
  const path = text(flags, "seen");
  return path === undefined
    ? undefined
    : ((await (path === "-" ? Bun.stdin : Bun.file(path)).json()) as Seen);
}
