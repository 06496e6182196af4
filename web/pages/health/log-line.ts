import type { Finding } from "../../../src/shared/health.ts";
import type { Translate } from "../../kit/translations.ts";

export type Line = { at: string; level: string; event: string } & Record<string, unknown>;

/**
 * What the log tells in a sentence that says all; a call, the server's health and what comes back
 * by itself say more.
 */
export const toldEvents = [
  "ack",
  "apiSend",
  "backup",
  "ballastDropped",
  "block",
  "bot",
  "campaign",
  "campaignCheck",
  "campaignSend",
  "certificate",
  "charge",
  "clock",
  "clockPutAhead",
  "clockPutBack",
  "company",
  "companyBack",
  "companyShut",
  "copiedBeforeMigration",
  "deletedCompany",
  "companyFile",
  "disk",
  "fetch",
  "fetcher",
  "forgotten",
  "housekeeping",
  "importCheck",
  "importRemoved",
  "job",
  "mail",
  "mistake",
  "newCertificate",
  "payment",
  "read",
  "restarted",
  "safeMode",
  "schedule",
  "send",
  "sender",
  "serving",
  "setAside",
  "sweep",
  "thumb",
  "triedAgain",
  "uncaughtException",
  "unhandledRejection",
  "untrustedProxy",
  "watchdog",
  "webhook",
] as const;

/** Written in two words in some lines. */
export const eventName = (event: string) =>
  event.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * A line of the log, as it is said to who owns the box. What a later version wrote is shown by its
 * name.
 */
export function sentenceOf(t: Translate, { event, ...more }: Line): string {
  if (event === "request") return t("health.log.request", more);
  if (event === "health") return healthOf(t, more.findings as Finding[] | undefined);
  const name = toldEvents.find((one) => one === eventName(event));
  if (!name) return event;
  const what = t(`health.log.events.${name}`);
  if (name === "sender" || name === "fetcher")
    return t(more.recovered ? "health.log.recovered" : "health.log.failing", { what });
  return what;
}

function healthOf(t: Translate, findings: Finding[] | undefined): string {
  if (!findings) return t("health.log.healthUnseen");
  return findings.length === 0
    ? t("health.log.healthy")
    : t("health.log.health", {
        what: findings.map(({ check }) => t(`health.names.${check}`)).join(", "),
      });
}
