import { api } from "./api.ts";

/** Downloads the answer of a call as a file. Throws `ApiError`. */
export async function download(path: string, query?: Parameters<typeof api.file>[1]) {
  const { name, blob } = await api.file(path, query);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
