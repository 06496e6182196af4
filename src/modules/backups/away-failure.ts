import type { AwayFailure } from "../../shared/backups.ts";

// The error codes of operating systems and of S3 storage for each kind.
const codes: Record<AwayFailure, RegExp> = {
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

/** An error of a place besides the box, with a code that maps to a kind that screens explain. */
export const placeError = (code: string, message: string) =>
  Object.assign(new Error(message), { code });

/** The kind of a place's error that screens explain, if any. */
export function awayFailureOf(thrown: unknown): AwayFailure | undefined {
  const code = thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
  return (Object.keys(codes) as AwayFailure[]).find((kind) => codes[kind].test(code));
}
