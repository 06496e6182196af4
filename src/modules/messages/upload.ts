import { facts } from "../../kit/audio.ts";
import { Fault } from "../../kit/fault.ts";
import type { Kept } from "../../kit/files.ts";
import type { Store } from "../../kit/store.ts";
import { uploadLimit } from "../../shared.ts";

/** Throws large over the limit and invalid for an empty file, at the field that it came in. */
export function refuseUnfit({ size }: File, field: string) {
  if (size > uploadLimit) throw new Fault("large", "ERR_TOO_LARGE", { message: "Arquivo maior que 10 MB", fields: { [field]: "too_long" } });
  if (size === 0) throw new Fault("invalid", "ERR_VALIDATION", { message: "Arquivo vazio", fields: { [field]: "required" } });
}

/** Keeps a file that someone uploaded, and tells how long it plays. Throws as `refuseUnfit`. */
export async function keepFile(store: Store, file: File, field: string): Promise<Kept & { seconds?: number }> {
  refuseUnfit(file, field);
  const bytes = await file.bytes();
  const kept = await store.files.keep(bytes, file.name);
  if (!/^(audio|video)\//.test(kept.type)) return kept;
  const { seconds } = await facts(bytes, kept.type);
  return seconds === undefined ? kept : { ...kept, seconds: whole(seconds) };
}

/** Seconds as they are told. */
export const whole = (seconds: number) => Math.max(1, Math.round(seconds));
