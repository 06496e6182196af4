export const languages = ["ptBR", "en", "es"] as const;

export type Language = (typeof languages)[number];
