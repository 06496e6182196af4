import { html, type Html } from "../../../kit/http/html.ts";
import { amountText } from "../../../shared/amount-text.ts";
import { shopPath } from "../../../shared/shop.ts";
import type { Unit } from "../../../shared/units.ts";
import type { ShopStore, ShownCart } from "../table.ts";
import { reais, timeText } from "./frame.ts";
import type { Tongue } from "./words.ts";

/** A cart with its prices, and the way to WhatsApp. */
export function cartPage(cart: ShownCart, { slug, store, timezone, tongue }: CartPlace): Html {
  const { words } = tongue;
  return html`<header>
      <h1>${words.check}</h1>
      <p class="muted">${store.name}</p>
    </header>
    <main>
      <ul class="lines">
        ${cart.orderItems.map(
          (item) =>
            html`<li>
              <span>
                ${item.unit === "un" ? `${item.amount} ×` : amountText(item.amount, item.unit as Unit)}
                ${item.name}
                ${
                  item.options.length > 0 &&
                  html`<span class="muted"
                    >${item.options.map(({ name }) => name).join(", ")}</span
                  >`
                }
                ${item.note && html`<span class="note">${item.note}</span>`}
              </span>
              <span class="price">${reais(item.total)}</span>
            </li>`,
        )}
      </ul>
      <dl>
        ${figure(words.subTotal, reais(cart.subTotal))}
        ${Number(cart.discount) > 0 && figure(words.discount, `− ${reais(cart.discount)}`)}
        ${
          cart.typeRoute === "ENTREGA" &&
          figure(words.freight, cart.freight === null ? words.freightLater : reais(cart.freight))
        }
        ${figure(words.whole, reais(cart.total), "whole")}
      </dl>
      ${cart.wantedAt && html`<p>${timeText(cart.wantedAt, timezone, tongue)}</p>`}
      <p><a class="main" href="${cart.whatsappUrl}" rel="noopener">${words.send}</a></p>
      <p class="muted">${words.sendHint}</p>
      <p class="muted">
        ${words.code}: <code>${cart.code}</code> ·
        ${words.validUntil(timeText(cart.expiresAt, timezone, tongue))}
      </p>
      <p><a href="${shopPath(slug, store.id)}">${words.back}</a></p>
    </main>`;
}

type CartPlace = { slug: string; store: ShopStore; timezone: string; tongue: Tongue };

const figure = (label: string, value: string, kind = "") =>
  html`<div class="${kind}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;
