import { z } from "zod";
import type { CompanyDbs } from "../../../kit/db/company-dbs.ts";
import { Fault } from "../../../kit/fault.ts";
import { bounded } from "../../../kit/http/fields.ts";
import { html, pageAnswer, type Html } from "../../../kit/http/html.ts";
import { inject, pageRoutes } from "../../../kit/http/http.ts";
import type { HttpClient } from "../../../kit/net/http-client.ts";
import { companyOfCode, shopPath } from "../../../shared/shop.ts";
import type { Box } from "../../box/box.ts";
import type { BoxTls } from "../../trust/table.ts";
import { createCart, readCart } from "../carts.ts";
import { spendCart, spendCode } from "../limits.ts";
import { menuOf } from "../menu.ts";
import { findStore, noShop, openStores, shopOf, type Shop } from "../shop.ts";
import type { ShopMenu } from "../table.ts";
import { cartPage } from "./cart-page.ts";
import { cartIn, readFields } from "./form.ts";
import { frame, reais } from "./frame.ts";
import { menuPage } from "./menu-page.ts";
import { tongueFor, type Tongue } from "./words.ts";

// A strange address is a page that does not exist, and no call with a wrong field.
const slug = z.string();
const storeId = z.coerce.number().int().positive().catch(0);
const ofStore = z.object({ slug, storeId });
const ofCart = ofStore.extend({ code: z.string().toUpperCase() });
const menuQuery = z.object({
  q: bounded(100).catch(""),
  page: z.coerce.number().int().min(1).max(1000).catch(1),
});

/** The pages of the shop, written on the server: they work before any script. rules.md#shop */
export default pageRoutes("/loja")
  .use(inject<CompanyDbs>()("dbs"))
  .use(inject<Box>()("box"))
  .use(inject<BoxTls>()("tls"))
  .use(inject<HttpClient>()("httpClient"))
  .use(inject<string>()("cepUrl"))
  .get(
    "/:slug",
    ({ dbs, box, tls, params, request }) =>
      answer(request, (tongue) => {
        const shop = shopOf({ dbs, box, tls }, params.slug);
        const stores = openStores(shop.db);
        if (stores.length === 0) throw noShop();
        if (stores.length === 1) return Response.redirect(shopPath(shop.slug, stores[0]!.id), 302);
        const links = stores.map(
          ({ id, name, city, state }) =>
            html`<li>
              <a href="${shopPath(shop.slug, id)}">${name}</a>
              <span class="muted">${[city, state].filter(Boolean).join(" – ")}</span>
            </li>`,
        );
        const content = html`<header><h1>${shop.name}</h1></header>
          <main>
            <h2>${tongue.words.stores}</h2>
            <ul class="lines">
              ${links}
            </ul>
          </main>`;
        return whole(tongue, shop, content);
      }),
    { params: z.object({ slug }) },
  )
  .get(
    "/:slug/:storeId",
    ({ dbs, box, tls, params, query, request }) =>
      answer(request, (tongue) => {
        const shop = shopOf({ dbs, box, tls }, params.slug);
        const [searchParam, pageNumber] = [query.q, query.page];
        const menu = menuOf(shop, params.storeId, { searchParam, pageNumber });
        const { timezone } = shop.db.about();
        const content = menuPage(menu, { tongue, timezone, searchParam, pageNumber });
        return whole(tongue, shop, content, menu);
      }),
    { params: ofStore, query: menuQuery },
  )
  .post(
    "/:slug/:storeId",
    ({ dbs, box, tls, httpClient, cepUrl, params, address, request }) =>
      answer(request, async (tongue) => {
        const shop = shopOf({ dbs, box, tls }, params.slug);
        spendCart(dbs.control, shop.db.company, address);
        const fields = await readFields(request);
        try {
          const services = { httpClient, cepUrl };
          const { code } = await createCart(shop, params.storeId, cartIn(fields), services);
          return Response.redirect(`${shopPath(shop.slug, params.storeId)}/${code}`, 303);
        } catch (thrown) {
          if (!(thrown instanceof Fault) || thrown.kind === "missing") throw thrown;
          // The form keeps its values, beside the reason.
          const { timezone } = shop.db.about();
          const menu = menuOf(shop, params.storeId, {});
          const refusal = thrown.fields?.orderItems ? tongue.words.empty : thrown.message;
          const view = {
            tongue,
            timezone,
            searchParam: "",
            pageNumber: 1,
            refusal,
            typed: fields,
          };
          return whole(tongue, shop, menuPage(menu, view), menu, thrown.http);
        }
      }),
    { params: ofStore },
  )
  .get(
    "/:slug/:storeId/:code",
    ({ dbs, box, tls, params, address, request }) =>
      answer(request, (tongue) => {
        spendCode(dbs.control, address);
        const shop = shopOf({ dbs, box, tls }, params.slug);
        if (companyOfCode(params.code) !== shop.db.company) throw noShop();
        const cart = readCart(shop, params.code);
        if (cart.storeId !== params.storeId) throw noShop();
        const store = findStore(shop.db, cart.storeId);
        const { timezone } = shop.db.about();
        return whole(tongue, shop, cartPage(cart, { slug: shop.slug, store, timezone, tongue }));
      }),
    { params: ofCart },
  );

type Page = { page: Html; status?: number };

function whole(
  tongue: Tongue,
  { name, look }: Shop,
  content: Html,
  menu?: ShopMenu,
  status?: number,
): Page {
  const title = menu ? `${name} – ${menu.store.name}` : name;
  return {
    page: frame(tongue, { title, description: described(menu, name), look }, content),
    status,
  };
}

/** A shared link names the first products with their prices. */
function described(menu: ShopMenu | undefined, name: string): string {
  const products = (menu?.categories ?? []).flatMap((category) => category.products).slice(0, 4);
  return products.map((product) => `${product.name} ${reais(product.price)}`).join(" · ") || name;
}

/** Answers with a page in the visitor's language; a fault becomes a page, too. */
async function answer(
  request: Request,
  work: (tongue: Tongue) => Page | Response | Promise<Page | Response>,
): Promise<Response> {
  const tongue = tongueFor(request.headers.get("accept-language"));
  try {
    const result = await work(tongue);
    return result instanceof Response ? result : pageAnswer(result.page, request, result.status);
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    const content = html`<main><p class="refusal" role="alert">${thrown.message}</p></main>`;
    const title = tongue.words.gone;
    const page = frame(tongue, { title, description: title, look: null }, content);
    return pageAnswer(page, request, thrown.http);
  }
}
