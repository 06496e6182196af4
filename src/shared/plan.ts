/** Parts of the documents that this box does not have yet: no screen offers what only they would read. What comes goes from here. */
export const absentModules = ["sales", "billing"] as const;

export type AbsentModule = (typeof absentModules)[number];

export const planFlags = [
  "useCampaigns", "useKanban", "useOpenAi", "useIntegrations", "useSchedules", "useInternalChat", "useExternalApi", "useSales", "useEcommerce",
] as const;

export type PlanFlag = (typeof planFlags)[number];

export type Plan = Record<PlanFlag, boolean>;
