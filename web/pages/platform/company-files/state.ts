import { useEffect, useState } from "react";
import type { CompanyFilesState } from "../../../../src/modules/company-files/table.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { api } from "../../../kit/api.ts";
import { toast } from "../../../kit/Toast.tsx";
import { live } from "../../../session/live.ts";

export type CompanyFiles = Wire<CompanyFilesState>;

/** The state of companies' files and moves, kept current by events. */
export function useCompanyFiles() {
  const [state, setState] = useState<CompanyFiles | null>(null);
  useEffect(() => {
    const read = () => void api.get<CompanyFiles>("/company-files").then(setState, toast.error);
    read();
    const closers = [
      live.on("companyFiles", read),
      live.on("companies", read),
      live.on("ready", read),
    ];
    return () => closers.forEach((close) => close());
  }, []);
  return state;
}

/** The size of each upload piece, in bytes. */
const piece = 8 * 1024 * 1024;

/** Uploads a file in pieces, and reports the progress (0 to 1). Returns the path on the server. */
export async function sendFile(
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<string> {
  const { upload } = await api.post<{ upload: string }>("/company-files/uploads", {
    size: file.size,
  });
  const path = `/company-files/uploads/${upload}`;
  try {
    for (let at = 0; at < file.size; at += piece) {
      const form = new FormData();
      form.set("at", String(at));
      form.set("file", file.slice(at, at + piece), "piece");
      await api.upload(path, form, {
        onProgress: (part) => onProgress((at + part * Math.min(piece, file.size - at)) / file.size),
        signal,
      });
    }
  } catch (error) {
    void api.del(path).catch(() => undefined);
    throw error;
  }
  return path;
}
