export const integrationTypes = ["typebot", "n8n", "webhook", "dialogflow"] as const;

export type IntegrationType = (typeof integrationTypes)[number];

export const botLanguages = ["pt-BR", "en", "es"] as const;
