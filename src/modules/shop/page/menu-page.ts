import { html, type Html } from "../../../kit/http/html.ts";
import { longestCartNote, longestLineNote, shopPath } from "../../../shared/shop.ts";
import { stepOf, type Unit } from "../../../shared/units.ts";
import type { ProductOptionGroup } from "../../option-groups/table.ts";
import type { ShopMenu, ShopProduct, ShopStore } from "../table.ts";
import { reais, timeText } from "./frame.ts";
import type { Tongue } from "./words.ts";

type Shown = {
  tongue: Tongue;
  timezone: string;
  searchParam: string;
  pageNumber: number;
  /** The reason why the last try was refused. */
  refusal?: string;
  /** The values that the visitor typed, by the names of the fields. */
  typed?: URLSearchParams;
};

/** A store's page: one form, which works before any script. */
export function menuPage(menu: ShopMenu, shown: Shown): Html {
  const { tongue, searchParam, pageNumber, refusal } = shown;
  const { words } = tongue;
  const path = shopPath(menu.company.slug, menu.store.id);
  const next = new URLSearchParams({ q: searchParam, page: String(pageNumber + 1) });
  return html`<header>
      <h1>${menu.company.name}</h1>
      <p>${menu.store.name}</p>
      <p class="state">${stateOf(menu.store, shown)}</p>
      <p class="muted">${placeOf(menu.store)}</p>
      <form class="search" role="search" action="${path}">
        <input
          type="search"
          name="q"
          value="${searchParam}"
          aria-label="${words.search}"
          placeholder="${words.search}"
          maxlength="100"
        />
        <button>${words.found}</button>
      </form>
    </header>
    <main>
      ${refusal && html`<p class="refusal" role="alert">${refusal}</p>`}
      <form method="post" action="${path}" data-cart>
        ${menu.categories.length === 0 && html`<p>${words.nothing}</p>`}
        ${menu.categories.map(
          ({ name, products }) =>
            html`<section>
              <h2>${name ?? words.others}</h2>
              <ul class="products">
                ${products.map((product) => productItem(product, shown))}
              </ul>
            </section>`,
        )}
        ${menu.hasMore && html`<p><a href="${path}?${String(next)}">${words.more}</a></p>`}
        ${ending(menu, shown)}
      </form>
      <p class="muted">${words.privacy}</p>
    </main>`;
}

function stateOf(store: ShopStore, { tongue, timezone }: Shown): string {
  const { words } = tongue;
  if (store.pausedUntil) return words.paused(timeText(store.pausedUntil, timezone, tongue));
  if (store.isOpen) return words.open;
  return store.opensAt ? words.opensAt(timeText(store.opensAt, timezone, tongue)) : words.closed;
}

const placeOf = ({ address, number, neighborhood, city, state }: ShopStore) =>
  [[address, number].filter(Boolean).join(", "), neighborhood, city, state]
    .filter(Boolean)
    .join(" · ");

function productItem(product: ShopProduct, shown: Shown): Html {
  const { words } = shown.tongue;
  const { id, name, description, unit, mediaPath, price, priceBefore } = product;
  const perUnit = unit === "un" ? "" : ` / ${unit}`;
  return html`<li class="product" data-price="${price}">
    ${
      mediaPath &&
      html`<img src="${mediaPath}&thumb=true" alt="" loading="lazy" width="96" height="96" />`
    }
    <div class="about">
      <h3>${name}</h3>
      ${description && html`<p class="muted">${description}</p>`}
      <p class="price">
        ${priceBefore && html`<s>${words.from(reais(priceBefore))}</s> `}
        <strong>${reais(price)}${perUnit}</strong>
        ${product.isLow && html` <span class="low">${words.low}</span>`}
      </p>
      ${product.isAvailable ? choices(product, shown) : html`<p class="muted">${words.soldOut}</p>`}
    </div>
    ${
      product.isAvailable &&
      html`<input
        class="amount"
        type="number"
        name="p${id}"
        min="0"
        max="9999"
        step="${unit === "un" ? 1 : "0.001"}"
        data-step="${stepOf(unit as Unit)}"
        inputmode="decimal"
        value="${shown.typed?.get(`p${id}`)}"
        placeholder="0"
        aria-label="${words.amount(name)}"
      />`
    }
  </li>`;
}

function choices({ id, optionGroups }: ShopProduct, shown: Shown): Html {
  const { words } = shown.tongue;
  return html`<details ${optionGroups.some(({ min }) => min > 0) && html`class="needed"`}>
    <summary>${optionGroups.length > 0 ? words.options : words.note}</summary>
    ${optionGroups.map((group) => groupOf(id, group, shown))}
    <label
      >${words.note}
      <input name="n${id}" maxlength="${longestLineNote}" value="${shown.typed?.get(`n${id}`)}"
    /></label>
  </details>`;
}

function groupOf(productId: number, { name, min, max, options }: ProductOptionGroup, shown: Shown) {
  const { words } = shown.tongue;
  const rule = [min > 0 && words.atLeast(min), words.atMost(max)].filter(Boolean).join(", ");
  const chosen = shown.typed?.getAll(`o${productId}`) ?? [];
  return html`<fieldset>
    <legend>${name} <span class="muted">(${rule})</span></legend>
    ${options.map(
      (option) =>
        html`<label class="option">
          <input
            type="checkbox"
            name="o${productId}"
            value="${option.id}"
            data-price="${option.price}"
            data-mode="${option.priceMode}"
            ${chosen.includes(String(option.id)) && html`checked`}
          />
          ${option.name}
          ${
            Number(option.price) > 0 &&
            html`<span class="muted"
              >${option.priceMode === "add" ? "+ " : ""}${reais(option.price)}</span
            >`
          }
        </label>`,
    )}
  </fieldset>`;
}

/** The end of the form: how the goods get to the customer, and when. */
function ending({ store, deliveryFees }: ShopMenu, shown: Shown): Html {
  const { words } = shown.tongue;
  const value = (name: string) => shown.typed?.get(name);
  const brings = value("typeRoute") === "ENTREGA";
  return html`<section class="ending">
    <h2>${words.delivery}</h2>
    ${store.prepMinutes > 0 && html`<p class="muted">${words.ready(store.prepMinutes)}</p>`}
    <label class="option">
      <input type="radio" name="typeRoute" value="RETIRADA" ${!brings && html`checked`} />
      ${words.pickUp}
    </label>
    <label class="option">
      <input type="radio" name="typeRoute" value="ENTREGA" ${brings && html`checked`} />
      ${words.bring}
    </label>
    <div class="address">
      <label
        >${words.zip}
        <input
          name="zipCode"
          inputmode="numeric"
          autocomplete="postal-code"
          maxlength="9"
          value="${value("zipCode")}"
      /></label>
      <label
        >${words.number}
        <input name="number" maxlength="30" value="${value("number")}" />
      </label>
      <label
        >${words.complement}
        <input name="complement" maxlength="255" value="${value("complement")}" />
      </label>
      ${
        deliveryFees.districts.length > 0 &&
        html`<label
          >${words.neighborhood}
          <select name="neighborhood">
            <option value=""></option>
            ${deliveryFees.districts.map(
              ({ neighborhood, deliveryFee }) =>
                html`<option
                  value="${neighborhood}"
                  ${value("neighborhood") === neighborhood && html`selected`}
                >
                  ${neighborhood} (${reais(deliveryFee)})
                </option>`,
            )}
          </select>
        </label>`
      }
    </div>
    <label
      >${words.when}
      <input
        type="datetime-local"
        name="wantedAt"
        step="${store.slotMinutes * 60}"
        value="${value("wantedAt")}"
        ${!store.isOpen && html`required`}
      />
    </label>
    <label
      >${words.coupon}
      <input
        name="couponCode"
        maxlength="40"
        autocapitalize="characters"
        value="${value("couponCode")}"
    /></label>
    <label
      >${words.notes}
      <textarea name="notes" maxlength="${longestCartNote}" rows="2">${value("notes")}</textarea>
    </label>
    ${
      Number(store.minimumOrder) > 0 &&
      html`<p class="muted">${words.minimum(reais(store.minimumOrder))}</p>`
    }
    <div class="bar">
      <output data-total hidden>${words.total}: <strong></strong></output>
      <button class="main" ${store.pausedUntil && html`disabled`}>${words.next}</button>
    </div>
  </section>`;
}
