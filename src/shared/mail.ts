/**
 * The encryption of a connection to a mail server: none; STARTTLS after the first words; or TLS
 * from the beginning.
 */
export const smtpSecurities = ["none", "starttls", "tls"] as const;
export type SmtpSecurity = (typeof smtpSecurities)[number];

/** Why a mail did not leave. */
export const mailFailures = [
  /** The box may not connect to the server's address. */
  "refused",
  "unreachable",
  "timeout",
  /** No secure connection, or a certificate that is not the server's. */
  "insecure",
  /** The server does not take user and password. */
  "signIn",
  /** The server does not take this sender, this receiver or this mail, and will not later. */
  "rejected",
  /** The server asks to try again later. */
  "later",
] as const;
export type MailFailure = (typeof mailFailures)[number];

/** The ms between the tries of a mail; after the last of them it is given up. rules.md#mail */
export const mailRetries = [
  10_000,
  30_000,
  120_000,
  600_000,
  1_800_000,
  3_600_000,
  3 * 3_600_000,
  6 * 3_600_000,
  12 * 3_600_000,
];
