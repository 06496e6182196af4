import { Fault } from "../kit/fault.ts";
import type { CompanyDb } from "../kit/db/company-db.ts";
import type { Upload } from "../kit/files/files.ts";
import type { HttpClient } from "../kit/net/http-client.ts";
import { RequestFailed } from "../kit/net/http-reply.ts";
import { uploadLimit } from "../shared/limits.ts";

/** How long (ms) an address may take to give a file. */
const timeout = 30_000;

/**
 * The file at an address of the public internet. Throws invalid where none is there.
 * rules.md#outbound-requests
 */
export async function fetchFile(
  db: CompanyDb,
  http: HttpClient,
  url: string,
  name?: string,
): Promise<Upload> {
  const { status, bytes } = await http.request(url, { timeout, limit: uploadLimit }).catch(refuse);
  if (status !== 200 || bytes.length === 0) throw notFetched(`status ${status}`);
  const path = URL.parse(url)?.pathname ?? "";
  return db.files.receive([bytes], name ?? (path.slice(path.lastIndexOf("/") + 1) || "arquivo"));
}

function refuse(thrown: unknown): never {
  throw thrown instanceof RequestFailed ? notFetched(thrown.reason) : thrown;
}

const notFetched = (reason: string) =>
  new Fault("invalid", "ERR_FILE_NOT_FETCHED", {
    message: "Não foi possível baixar o arquivo deste endereço",
    fields: { mediaUrl: "invalid" },
    details: { reason },
  });
