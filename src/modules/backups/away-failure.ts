import type { AwayFailure } from "../../shared/backups.ts";

// What systems and storage call it.
const known: Record<AwayFailure, RegExp> = {
  gone: /^(ENOENT|ENOTDIR|EIO|ENODEV|ENXIO|ENOTCONN|ESTALE|EHOSTDOWN)$/,
  full: /^(ENOSPC|EDQUOT|EFBIG|QuotaExceeded|EntityTooLarge)$/,
  denied:
    /^(EACCES|EPERM|EROFS|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|AllAccessDisabled|InvalidToken|ExpiredToken|AuthorizationHeaderMalformed|RequestTimeTooSkewed)$/,
  closed: /^closed$/,
  unreachable:
    /^(ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH|ConnectionRefused|ConnectionClosed|FailedToOpenSocket|DNSResolveFailed|Timeout|UnknownError|ServiceUnavailable|SlowDown|InternalError|.*CERT.*)$/,
  bucket: /^NoSuchBucket$/,
  damaged: /^damaged$/,
};

/** An error of a place besides the box, of a kind that people can be told. */
export const placeError = (code: string, message: string) =>
  Object.assign(new Error(message), { code });

/** Which of the kinds that people can be told an error of a place is, if any. */
export function awayFailureOf(thrown: unknown): AwayFailure | undefined {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return (Object.keys(known) as AwayFailure[]).find((kind) => known[kind].test(code));
}
