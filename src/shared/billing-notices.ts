/** The notices to a company about its invoices. rules.md#billing-notices */
export const noticeKinds = [
  "created",
  "dueSoon",
  "dueToday",
  "overdue",
  "paid",
  "paidTwice",
  "blocked",
  "trialEnds",
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The words in braces that a notice's text may have. */
export const noticeVariables = [
  "company",
  "number",
  "plan",
  "value",
  "date",
  "days",
  "link",
  "box",
] as const;

/** Why a notice did not leave. */
export const noticeErrors = ["noReceiver", "notOnWhatsApp", "refused", "offline"] as const;
export type NoticeError = (typeof noticeErrors)[number];

/** A text with the values of its words in braces, in one pass: braces within a value stay. */
export const filledNotice = (text: string, values: Record<string, string>) =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
