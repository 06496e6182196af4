import { batch, computed } from "@preact/signals-react";
import type { ShownRow } from "../../../src/modules/imports/table.ts";
import { api } from "../../kit/api.ts";
import { requestBody } from "./request-body.ts";
import { headless, namedLines, onlyNamed, preview, sheet } from "./state.ts";

/** One page of the rows as they would be stored. Throws `ApiError`. */
export const rows = (pageNumber: number) =>
  api.post<{ rows: ShownRow[]; hasMore: boolean }>(`/imports/${sheet.peek()!.id}/rows`, {
    ...requestBody(),
    pageNumber,
  });

/** Whether a line will be imported. */
export const isTaken = (line: number) => namedLines.value.has(line) === onlyNamed.value;

export function setTaken(line: number, taken: boolean) {
  const next = new Set(namedLines.peek());
  if (taken === onlyNamed.peek()) next.add(line);
  else next.delete(line);
  namedLines.value = next;
}

export function setAll(taken: boolean) {
  batch(() => {
    namedLines.value = new Set();
    onlyNamed.value = !taken;
  });
}

/**
 * How many rows will be imported: the choice of lines, as it is now, without those that would be
 * refused.
 */
export const rowsToImport = computed(() => {
  const all = (sheet.value?.total ?? 0) - (headless.value ? 0 : 1);
  const taken = onlyNamed.value ? namedLines.value.size : all - namedLines.value.size;
  return taken - (preview.value?.refusedLines ?? []).filter(isTaken).length;
});
