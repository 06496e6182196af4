import { marketingRoutes } from "./campaigns.ts";
import { companyRoutes } from "./company.ts";
import { contactRoutes } from "./contacts.ts";
import { meRoutes } from "./me.ts";
import { messageRoutes } from "./messages.ts";
import { catalogueRoutes } from "./products.ts";
import type { V1Route } from "./route.ts";
import { saleRoutes } from "./sales.ts";
import { ticketRoutes } from "./tickets.ts";
import { webhookRoutes } from "./webhooks.ts";

/** All routes of `/api/v1`, group by group. */
export const v1Routes: V1Route[] = [
  ...meRoutes,
  ...ticketRoutes,
  ...messageRoutes,
  ...contactRoutes,
  ...companyRoutes,
  ...catalogueRoutes,
  ...saleRoutes,
  ...marketingRoutes,
  ...webhookRoutes,
];
