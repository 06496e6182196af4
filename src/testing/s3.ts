import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { afterwards } from "./world.ts";

export const s3Keys = {
  accessKeyId: "BALCAOTEST",
  secretAccessKey: "segredo/+de+teste",
  region: "sa-east-1",
  bucket: "copias",
};

/**
 * A strict stand-in for S3 storage on loopback. It checks each request's signature (AWS Signature
 * Version 4) and the declared hash of the body, and holds objects in memory.
 */
export function s3Server() {
  const objects = new Map<string, Uint8Array>();
  const refused: string[] = [];
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      const url = new URL(request.url);
      const body = new Uint8Array(await request.arrayBuffer());
      const wrong = wrongIn(request, url, body);
      if (wrong) {
        refused.push(wrong);
        return new Response(
          `<Error><Code>SignatureDoesNotMatch</Code><Message>${wrong}</Message></Error>`,
          { status: 403, headers: { "content-type": "application/xml" } },
        );
      }
      const key = decodeURIComponent(url.pathname.slice(s3Keys.bucket.length + 2));
      if (key === "") return listed(objects, url);
      if (request.method === "PUT") objects.set(key, body);
      else if (request.method === "DELETE") objects.delete(key);
      else if (!objects.has(key))
        return new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 });
      else
        return new Response(request.method === "HEAD" ? null : new Uint8Array(objects.get(key)!), {
          headers: { etag: `"${createHash("md5").update(objects.get(key)!).digest("hex")}"` },
        });
      return new Response(null, {
        status: request.method === "DELETE" ? 204 : 200,
        headers: { etag: '"x"' },
      });
    },
  });
  afterwards(() => server.stop(true));
  return { endpoint: `http://127.0.0.1:${server.port}`, objects, refused };
}

function listed(objects: Map<string, Uint8Array>, url: URL): Response {
  const prefix = url.searchParams.get("prefix") ?? "";
  const after = url.searchParams.get("continuation-token") ?? "";
  // Two at a time: a client that reads only the first page misses the rest.
  const all = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
  const page = all.slice(0, 2);
  const rows = page
    .map((key) => `<Contents><Key>${key}</Key><Size>${objects.get(key)!.length}</Size></Contents>`)
    .join("");
  const more = all.length > page.length;
  return new Response(
    `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ""}${rows}</ListBucketResult>`,
    { headers: { "content-type": "application/xml" } },
  );
}

/** Returns the fault of a request's signature; undefined for a good one. */
function wrongIn(request: Request, url: URL, body: Uint8Array): string | undefined {
  if (!url.pathname.startsWith(`/${s3Keys.bucket}/`) && url.pathname !== `/${s3Keys.bucket}`)
    return "another bucket";
  const [, credential = "", signedHeaders = "", signature = ""] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.get("authorization") ?? "",
    ) ?? [];
  const [accessKeyId, day = "", region = "", service = "", end] = credential.split("/");
  if (
    accessKeyId !== s3Keys.accessKeyId ||
    region !== s3Keys.region ||
    service !== "s3" ||
    end !== "aws4_request"
  )
    return "another credential";
  const at = request.headers.get("x-amz-date") ?? "";
  const time = Date.parse(
    at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"),
  );
  if (!(Math.abs(Date.now() - time) < 15 * 60_000) || !at.startsWith(day)) return "another time";
  const names = signedHeaders.split(";");
  if (!names.includes("host")) return "the host is not signed";
  const bodyHash = request.headers.get("x-amz-content-sha256") ?? sha256(body);
  if (bodyHash !== "UNSIGNED-PAYLOAD" && bodyHash !== sha256(body)) return "another body";
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join("&");
  const canonical = [
    request.method,
    url.pathname
      .split("/")
      .map((part) => encoded(decodeURIComponent(part)))
      .join("/"),
    query,
    ...names.map(
      (name) => `${name}:${(request.headers.get(name) ?? "").trim().replace(/ +/g, " ")}`,
    ),
    "",
    signedHeaders,
    bodyHash,
  ].join("\n");
  const toSign = [
    "AWS4-HMAC-SHA256",
    at,
    `${day}/${region}/s3/aws4_request`,
    sha256(Buffer.from(canonical)),
  ].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer>(
    (secret, part) => createHmac("sha256", secret).update(part).digest(),
    Buffer.from(`AWS4${s3Keys.secretAccessKey}`),
  );
  const expected = createHmac("sha256", key).update(toSign).digest();
  return timingSafeEqual(expected, Buffer.from(signature, "hex")) ? undefined : "another signature";
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const encoded = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
