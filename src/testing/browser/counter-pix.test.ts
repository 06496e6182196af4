import { expect } from "bun:test";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { efiAccount, efiStand } from "../efi.ts";
import { closesBrowser, openShop, test } from "./browser.ts";
import { sellingFrom } from "./counter.ts";

closesBrowser();
const efi = efiStand(Date.now);
// The stand-in has a certificate of its own, and runs on this machine.
const shop = await openShop({
  env: {
    NODE_EXTRA_CA_CERTS: join(repository, "src/testing/whatsapp-server/cert.pem"),
    BALCAO_OUTBOUND_ALLOW: "127.0.0.0/8",
  },
});
const { store } = await sellingFrom(shop.call);
const { pixKey, clientId, clientSecret, certificate } = efiAccount;
await shop.call("PUT", `/pix-accounts/${store.id}`, {
  pixKey,
  efiUrl: efi.url,
  clientId,
  clientSecret,
  certificate,
});

test("a store with an account saves the sale, shows its charge, and says by itself that it is paid", async () => {
  const rui = await shop.enters("rui", { at: "/orders/new" });
  const { page } = rui;
  await page.getByRole("combobox", { name: "Buscar produto" }).fill("2*caf");
  await page.getByRole("option", { name: /Café coado/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Quantidade de Café coado" }).waitFor();
  await page.getByRole("button", { name: "Receber" }).click();
  await page.getByRole("radio", { name: /Pix/ }).click();
  await page.getByRole("button", { name: "Mostrar o QR do Pix" }).click();
  await page.getByText(/Venda \d+ registrada/).waitFor();
  await page.getByRole("img", { name: "QR do Pix" }).waitFor();
  const [txid = ""] = [...efi.charges.keys()];
  const paid = efi.pay(txid);
  const notice = await fetch(`${shop.url}/api/pix-accounts/notices/1/pix`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ pix: [paid] }),
  });
  expect(notice.status).toBe(200);
  await page.getByText(/Venda \d+ paga/).waitFor();
  expect(await page.getByRole("img", { name: "QR do Pix" }).count()).toBe(0);
  expect(efi.wrong).toEqual([]);
});
