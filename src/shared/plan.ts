/** Parts of the documents that this box does not have yet: no screen offers what only they would read. What comes goes from here. */
export const absentModules = ["sales", "billing"] as const;

export type AbsentModule = (typeof absentModules)[number];

// doc 1 §3, doc 4 §1.35.8
export const planFlags = [
  "useCampaigns", "useKanban", "useOpenAi", "useIntegrations", "useSchedules", "useInternalChat", "useExternalApi", "useSales", "useEcommerce",
] as const;

export type PlanFlag = (typeof planFlags)[number];

export type Plan = Record<PlanFlag, boolean>;
