export const planFlags = [
  "useCampaigns",
  "useKanban",
  "useOpenAi",
  "useIntegrations",
  "useSchedules",
  "useInternalChat",
  "useExternalApi",
  "useSales",
  "useEcommerce",
] as const;

export type PlanFlag = (typeof planFlags)[number];

export type Plan = Record<PlanFlag, boolean>;

/** What a plan says how many of a company may have. */
export const planLimits = ["users", "connections", "queues", "campaigns", "schedules"] as const;

export type PlanLimit = (typeof planLimits)[number];
