import type { Ads, Dashboard, Sales } from "../../../src/modules/dashboard/table.ts";
import { figuresOf } from "./figures-of.ts";

/** The periods to choose from, in days. */
export const presets = [3, 7, 15, 30, 60, 90];

export const desk = figuresOf<Dashboard>("/dashboard", [
  "ticket",
  "user",
  "queue",
  "whatsapp",
  "quickmessage",
  "settings",
  "company",
]);

export const sold = figuresOf<Sales>("/dashboard/sales", ["order"]);

export const broughtByAds = figuresOf<Ads>("/dashboard/ads", ["order", "ticket"]);
