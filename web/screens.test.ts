import { expect, test } from "bun:test";
import { holds } from "../src/shared/permissions.ts";
import { screens } from "./screens.ts";

const pathsOf = (some: typeof screens) => some.map(({ path }) => path);
const refused = (who: Parameters<typeof holds>[0]) =>
  pathsOf(screens.filter(({ permission }) => permission && !holds(who, permission)));

/** Screens that only the owner of the platform opens. */
const owners = [
  "/business",
  "/platform/:part?",
  "/leads",
  "/announcements",
  "/backups",
  "/guide/:step?",
];

test("agents open what they serve and sell with, admins all but what is the owner's", () => {
  const marketing = [
    "/campaigns",
    "/campaign/:campaignId/report",
    "/contact-lists",
    "/segments",
    "/contact-lists/:contactListId/contacts",
    "/productStore",
    "/opt-outs",
    "/campaigns-config",
  ];
  const administration = [
    "/queues/:id?",
    "/connections/:id?",
    "/templates",
    "/channel-rates",
    "/automations",
    "/queue-integration",
    "/messages-api/:part?",
    "/ias",
    "/users",
    "/roles",
    "/company",
    "/subscription",
    "/invoices",
    "/audit",
    "/health/:part?",
    "/financeiro",
  ];
  expect(refused({ profile: "user" })).toEqual([
    "/dashboard",
    "/dashboard/list",
    "/purchases",
    "/purchases/:purchaseId",
    "/stock-counts",
    "/stock-counts/:countId",
    ...marketing,
    ...administration,
    ...owners,
    "/practice/:whatsappId",
  ]);
  expect(refused({ profile: "admin" })).toEqual(owners);
  expect(refused({ profile: "admin", super: true })).toEqual([]);
  expect(refused({ profile: "admin", isVisiting: true })).toEqual(["/chats/:uuid?", ...owners]);
});

test("what a plan lacks takes its screens along", () => {
  const planned = Map.groupBy(
    screens.filter(({ plan }) => plan),
    ({ plan }) => plan!,
  );
  expect(Object.fromEntries([...planned].map(([flag, some]) => [flag, pathsOf(some)]))).toEqual({
    useKanban: ["/kanban", "/TagsKanban"],
    useInternalChat: ["/chats/:uuid?"],
    useSchedules: ["/schedules"],
    useSales: [
      "/kanbanOrders",
      "/orders",
      "/orders/:orderId",
      "/tills",
      "/tills/:tillId",
      "/products",
      "/purchases",
      "/purchases/:purchaseId",
      "/stock-counts",
      "/stock-counts/:countId",
      "/promotions",
      "/coupons",
      "/option-groups",
      "/categories",
      "/stores",
      "/couriers",
      "/payments",
      "/groupRangeDiscounts",
      "/orderStatus",
    ],
    useCampaigns: [
      "/campaigns",
      "/campaign/:campaignId/report",
      "/contact-lists",
      "/segments",
      "/contact-lists/:contactListId/contacts",
      "/productStore",
      "/files",
      "/opt-outs",
      "/campaigns-config",
    ],
    useIntegrations: ["/queue-integration"],
    useExternalApi: ["/messages-api/:part?"],
    useOpenAi: ["/ias"],
  });
});
