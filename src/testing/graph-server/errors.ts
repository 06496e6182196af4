/** The titles of Meta's error codes, and the HTTP status of those that are not 400. */
const titles: Record<number, string> = {
  1: "API Unknown",
  2: "API Service",
  4: "API Too Many Calls",
  10: "Application does not have permission for this action",
  100: "Invalid parameter",
  104: "An access token is required to request this resource.",
  190: "Error validating access token: The session is invalid.",
  368: "Temporarily blocked for policies violations",
  2200: "Callback verification failed",
  80007: "Rate limit hit",
  80008: "There have been too many calls to this WhatsApp Business account.",
  130429: "Rate limit hit",
  130472: "User's number is part of an experiment",
  130497: "Business account is restricted from messaging users in this country.",
  131000: "Something went wrong",
  131005: "Access denied",
  131008: "Required parameter is missing",
  131009: "Parameter value is not valid",
  131016: "Service unavailable",
  131021: "Recipient cannot be sender",
  131026: "Message undeliverable",
  131030: "Recipient phone number not in allowed list",
  131031: "Business Account locked",
  131037: "WhatsApp provided number needs display name approval before message can be sent.",
  131042: "Business eligibility payment issue",
  131044: "Business eligibility - payment issue",
  131045: "Message failed to send because of an error related to your certificate.",
  131047: "Re-engagement message",
  131048: "Spam rate limit hit",
  131049: "This message was not delivered to maintain healthy ecosystem engagement.",
  131050: "User has stopped marketing messages from your business",
  131051: "Message type unknown",
  131052: "Media download error",
  131053: "Media upload error",
  131056: "(Business Account, Consumer Account) pair rate limit hit",
  131057: "Business account is in maintenance mode",
  131062: "Recipient's user ID cannot receive this kind of message",
  131063: "Marketing templates are off on this API",
  132000: "Number of parameters does not match the expected number of params",
  132001: "Template name does not exist in the translation",
  132005: "Translated text too long",
  132007: "Template format character policy violated",
  132008: "Template parameter value is not valid",
  132012: "Parameter format does not match format in the created template",
  132015: "Template is paused",
  132016: "Template is disabled",
  133010: "Phone number not registered",
  133016: "Account register deregister rate limit exceeded",
  137000: "Identity key check failed",
};

const statuses: Record<number, number> = {
  1: 500,
  2: 503,
  104: 401,
  190: 401,
  131000: 500,
  131005: 403,
  131016: 503,
  131057: 503,
  80007: 429,
  80008: 429,
  130429: 429,
};

/** An answer of the Graph API that refuses a call. */
export class GraphError extends Error {
  override name = "GraphError";

  constructor(
    readonly code: number,
    readonly details: string,
    readonly subcode?: number,
  ) {
    super(`(#${code}) ${titleOf(code)}`);
  }

  get status(): number {
    return statuses[this.code] ?? 400;
  }

  body(trace: string): object {
    return {
      error: {
        message: this.message,
        type: this.code === 190 || this.code === 104 ? "OAuthException" : "GraphMethodException",
        code: this.code,
        ...(this.subcode !== undefined && { error_subcode: this.subcode }),
        error_data: { messaging_product: "whatsapp", details: this.details },
        fbtrace_id: trace,
      },
    };
  }
}

/** The error as it stands in a status. */
export function statusError(code: number, details: string): object {
  return {
    code,
    title: titleOf(code),
    message: titleOf(code),
    error_data: { details },
    href: "https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/",
  };
}

export const missingObject = (id: string): GraphError =>
  new GraphError(
    100,
    `Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    33,
  );

function titleOf(code: number): string {
  return titles[code] ?? "Unknown error";
}
