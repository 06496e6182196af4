import type { Finding } from "../../../src/shared/health.ts";
import type { Translate } from "../../kit/translations.ts";

export type Line = { at: string; level: string; event: string } & Record<string, unknown>;

/**
 * Events whose log line is one fixed sentence. Requests and health checks have their own sentences;
 * a sender or fetcher that recovers has another.
 */
export const toldEvents = [
  "ack",
  "apiSend",
  "automation",
  "backup",
  "ballastDropped",
  "block",
  "bot",
  "campaign",
  "cart",
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
  "usage",
  "billingNotice",
  "mistake",
  "newCertificate",
  "payment",
  "read",
  "push",
  "restarted",
  "safeMode",
  "schedule",
  "send",
  "sender",
  "serving",
  "setAside",
  "sweep",
  "template",
  "thumb",
  "triedAgain",
  "uncaughtException",
  "unhandledRejection",
  "untrustedProxy",
  "watchdog",
  "webhook",
  "webhookField",
] as const;

/** Some log lines write the event in two words. */
export const eventName = (event: string) =>
  event.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Writes a log line as a sentence for the owner of the box. An event of a later version appears by
 * its name.
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
