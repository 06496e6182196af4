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

/** The things of a company whose number its plan limits. */
export const planLimits = ["users", "connections", "queues", "campaigns", "schedules"] as const;

export type PlanLimit = (typeof planLimits)[number];
