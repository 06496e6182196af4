import { z } from "zod";
import type { CompanyDbs } from "../../kit/db/company-dbs.ts";
import { bounded, idParam } from "../../kit/http/fields.ts";
import { inject, publicRoutes, routes } from "../../kit/http/http.ts";
import type { HttpClient } from "../../kit/net/http-client.ts";
import type { Box } from "../box/box.ts";
import type { BoxTls } from "../trust/table.ts";
import { cartBody, createCart, readCart } from "./carts.ts";
import { spendCart, spendCode } from "./limits.ts";
import { menuOf } from "./menu.ts";
import { obstaclesOf, shopOf, shopOfCode } from "./shop.ts";

const ofStore = z.object({ slug: bounded(50), storeId: idParam.shape.id });

const menuQuery = z.object({
  searchParam: bounded(100).default(""),
  pageNumber: z.coerce.number().int().min(1).max(1000).default(1),
});

/** The shop for strangers and their programs, without a session. rules.md#shop */
export const shopRoutes = publicRoutes("/shop")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Box>()("box"))
  .use(inject<BoxTls>()("tls"))
  .use(inject<HttpClient>()("httpClient"))
  .use(inject<string>()("cepUrl"))
  .get(
    "/carts/:code",
    ({ dbs, box, tls, params, address }) => {
      spendCode(dbs.control, address);
      return readCart(shopOfCode({ dbs, box, tls }, params.code), params.code);
    },
    { params: z.object({ code: bounded(40).transform((code) => code.toUpperCase()) }) },
  )
  .get(
    "/:slug/:storeId",
    ({ dbs, box, tls, params, query }) =>
      menuOf(shopOf({ dbs, box, tls }, params.slug), params.storeId, query),
    { params: ofStore, query: menuQuery },
  )
  .post(
    "/:slug/:storeId/carts",
    async ({ dbs, box, tls, httpClient, cepUrl, params, body, address, set }) => {
      const shop = shopOf({ dbs, box, tls }, params.slug);
      spendCart(dbs.control, shop.db.company, address);
      const cart = await createCart(shop, params.storeId, body, { httpClient, cepUrl });
      set.status = 201;
      return cart;
    },
    { params: ofStore, body: cartBody },
  );

/** Tells a company's people whether strangers see their shop, and what keeps it closed. */
export const ownShopRoutes = routes("/shop")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Box>()("box"))
  .use(inject<BoxTls>()("tls"))
  .get("/state", ({ dbs, box, tls, db, plan }) => obstaclesOf({ dbs, box, tls }, db, plan), {
    can: "stores.write",
    plan: "useSales",
  });
