import { batch } from "@preact/signals-react";
import { useEffect } from "react";
import type { Frame } from "../../../src/shared/wire.ts";
import type { Choice, DecimalMark, ImportPreview } from "../../../src/modules/imports/table.ts";
import { api } from "../../kit/api.ts";
import { live } from "../../session/live.ts";
import { requestBody } from "./request-body.ts";
import {
  current,
  decimals,
  failed,
  type ImportSource,
  type ImportState,
  preview,
  reset,
  setFile,
  sheet,
  type Sheet,
  source,
  uploadProgress,
  withoutCost,
} from "./state.ts";

/** Continues an import that was started here or on another screen, and follows its progress. */
export function useImport(given: ImportSource) {
  const { path } = given;
  useEffect(() => {
    batch(() => {
      if (source.peek()?.path !== path) reset();
      source.value = given;
    });
    void restore();
    const closers = [
      live.on("contactImport", onImportEvent),
      live.on("import", onImportEvent),
      live.on("ready", () => void readRunning()),
      live.onReset(() => void readRunning()),
    ];
    return () => {
      for (const close of closers) close();
    };
    // The texts and the way back do not change while it is open.
  }, [path]);
}

export async function restore() {
  const { path } = source.peek()!;
  try {
    const { import: existing } = await api.get<{ import: ImportState | null }>(path);
    const read =
      existing?.state === "read" && existing.id !== sheet.peek()?.id
        ? await api.get<Sheet>(`/imports/${existing.id}`)
        : undefined;
    if (source.peek()?.path !== path) return;
    if (read) setFile(read);
    current.value = existing;
    failed.value = null;
  } catch (error) {
    failed.value = error;
  }
}

export async function send(file: File, signal: AbortSignal) {
  const form = new FormData();
  form.append("file", file);
  uploadProgress.value = 0;
  try {
    setFile(
      await api.upload<Sheet>(source.peek()!.path, form, {
        onProgress: (part) => (uploadProgress.value = part),
        signal,
      }),
    );
  } finally {
    uploadProgress.value = null;
  }
}

/** Reads another sheet of the file, or its table from another line on. Throws `ApiError`. */
export async function chooseTable(sheetNumber: number, head?: number) {
  const { id } = sheet.peek()!;
  setFile(await api.get<Sheet>(`/imports/${id}`, { sheet: sheetNumber, ...(head && { head }) }));
}

/** Looks at all rows, and changes nothing. Throws `ApiError`. */
export async function check() {
  const { id } = sheet.peek()!;
  preview.value = await api.post<ImportPreview>(`/imports/${id}/check`, requestBody());
}

export async function startImport() {
  const { id } = sheet.peek()!;
  current.value = await api.post<ImportState>(`/imports/${id}`, requestBody());
  sheet.value = null;
}

/** Ends what runs. Throws `ApiError`. */
export async function stop() {
  current.value = await api.del<ImportState>(`/imports/${current.peek()!.id}`);
}

/** Drops this file, so that another one can be chosen. */
export function forgetFile() {
  const { id } = current.peek()!;
  // Were it to stay, it would go by itself within a day.
  api.del(`/imports/${id}`).catch(() => {});
  batch(() => {
    current.value = null;
    sheet.value = null;
    preview.value = null;
  });
}

/** Has the texts of a column read by a decimal mark, and looks at all rows again. */
export function chooseMark(column: number, mark: DecimalMark) {
  decimals.value = [...decimals.peek().filter((one) => one.column !== column), { column, mark }];
  return check();
}

/** Says what becomes of products without a cost price, and looks at all rows again. */
export function chooseCost(answer: Choice["withoutCost"]) {
  withoutCost.value = answer;
  return check();
}

export const backToColumns = () => void (preview.value = null);

function onImportEvent(frame: Frame) {
  const fresh = frame[frame.event] as ImportState | undefined;
  if (fresh && fresh.id === current.peek()?.id) current.value = fresh;
}

// Events that came while the socket was down are not sent again.
async function readRunning() {
  const id = current.peek()?.state === "running" ? current.peek()?.id : undefined;
  if (id === undefined) return;
  const fresh = await api.get<ImportState>(`/imports/${id}`).catch(() => undefined);
  if (fresh && fresh.id === current.peek()?.id) current.value = fresh;
}
