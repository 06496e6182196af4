import type {
  Ads,
  Dashboard,
  DashboardNow,
  DayFigures,
  Sales,
  WeekHours,
} from "../../../src/modules/dashboard/table.ts";
import { figuresOf } from "./figures-of.ts";

export const desk = figuresOf<Dashboard>("/dashboard", [
  "user",
  "queue",
  "whatsapp",
  "quickmessage",
  "settings",
  "company",
]);

export const nowFigures = figuresOf<DashboardNow>("/dashboard/now", [
  "ticket",
  "queue",
  "whatsapp",
  "order",
  "productStore",
  "settings",
]);

export const dayFigures = figuresOf<DayFigures>("/dashboard/day", ["ticket", "user", "order"]);

export const weekFigures = figuresOf<WeekHours>("/dashboard/week", ["company"]);

export const sold = figuresOf<Sales>("/dashboard/sales", ["order"]);

export const broughtByAds = figuresOf<Ads>("/dashboard/ads", ["order", "ticket"]);
