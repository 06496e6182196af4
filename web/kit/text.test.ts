import { expect, test } from "bun:test";
import { languages } from "../../src/shared/languages.ts";
import { wordsIn } from "../../src/testing/texts.ts";
import { ApiError } from "./api.ts";
import { errorText, language as onScreen, money } from "./text.ts";
import { addStartTexts, addTexts, loadTexts, translatorOf } from "./translations.ts";

/** Error codes that no browser test causes. */
const codes = [
  "ERR_CHECK_NUMBER", "ERR_NO_OTHER_WHATSAPP", "ERR_NO_DEF_WAPP_FOUND", "ERR_WAPP_NOT_INITIALIZED", "ERR_WAPP_CHECK_CONTACT", "ERR_WAPP_INVALID_CONTACT", "ERR_WAPP_DOWNLOAD_MEDIA", "ERR_SENDING_WAPP_MSG",
  "ERR_DELETE_WAPP_MSG", "ERR_USER_CREATION_DISABLED", "ERR_WAPP_DISCONNECTED", "ERR_NO_SETTING_FOUND", "ERR_NO_CONTACT_FOUND", "ERR_NO_TICKET_FOUND", "ERR_NO_USER_FOUND", "ERR_NO_WAPP_FOUND",
  "ERR_CREATING_MESSAGE", "ERR_CREATING_TICKET", "ERR_FETCH_WAPP_MSG", "ERR_NO_PERMISSION", "ERR_DUPLICATED_CONTACT", "ERR_OTHER_OPEN_TICKET",
] as const;

const refused = (error: string) => errorText(new ApiError(409, { error, requestId: "pedido-1" }));

test.each(languages)("every error has a text, and an unknown one shows its code: %s", async (language) => {
  const words = wordsIn(language);
  await loadTexts(language);
  onScreen.value = language;
  for (const code of codes) expect([code, refused(code)]).toEqual([code, words(`errors.${code}`)]);
  expect(refused("ERR_BOLO_DE_FUBA")).toBe(words("errors.unknown").replace("{{code}}", "ERR_BOLO_DE_FUBA").replace("{{requestId}}", "pedido-1"));
  expect(errorText(new Error("no refusal"))).toBe(words("errors.unexpected"));
});

test("at the sign-in of an overdue company stands since when it is, and whom to ask", async () => {
  onScreen.value = "ptBR";
  const overdue = new ApiError(402, { error: "ERR_SUBSCRIPTION_EXPIRED", details: { dueDate: "2026-11-18" } });
  expect(errorText(overdue)).toBe("Opss! Sua assinatura venceu 18/11/2026. Entre em contato com o Suporte para mais informações!");
});

test.each([["ptBR", "0 registros"], ["en", "0 records"], ["es", "0 registros"]] as const)("nothing is many, one is one: %s", async (language, none) => {
  await loadTexts(language);
  const records = translatorOf(language);
  expect([records("common.records", { count: 0 }), records("common.records", { count: 1 })]).toEqual([none, none.replace(/^0 (.*)s$/, "1 $1")]);
});

test("a text fills in what it is given, numbers as one writes them, and shows other texts", () => {
  const [portuguese, english] = [translatorOf("ptBR"), translatorOf("en")];
  addTexts({
    "bakery.sold": { ptBR: "{{count}} pães de {{kind}}", en: "{{count}} loaves of {{kind}}", es: "{{count}} panes de {{kind}}" },
    "bakery.most": { ptBR: "Até {{most, number}}: $t(bakery.kinds.{{kind}})", en: "Up to {{most, number}}: $t(bakery.kinds.{{kind}})", es: "Hasta {{most, number}}" },
    "bakery.kinds.rye": { ptBR: "centeio", en: "rye", es: "centeno" },
  });
  // What a customer wrote is shown as it stands.
  expect(portuguese("bakery.sold", { count: 3, kind: "$t(bakery.kinds.rye) {{count}} $&" })).toBe("3 pães de $t(bakery.kinds.rye) {{count}} $&");
  expect([portuguese("bakery.most", { most: 12_000, kind: "rye" }), english("bakery.most", { most: 12_000, kind: "rye" })]).toEqual(["Até 12.000: centeio", "Up to 12,000: rye"]);
  expect([portuguese("bakery.cake"), portuguese("bakery.cake", { defaultValue: "bolo" })]).toEqual(["bakery.cake", "bolo"]);
});

test("what is not loaded in a language yet is said in Portuguese", () => {
  addStartTexts({ ptBR: { bakery: { opens: "Abre às {{hour}}" } }, en: () => Promise.reject(new Error("no network")), es: () => Promise.reject(new Error("no network")) });
  expect(translatorOf("es")("bakery.opens", { hour: 6 })).toBe("Abre às 6");
});

test.each([["ptBR", "R$ 1.692,20"], ["es", "R$ 1.692,20"], ["en", "R$1,692.20"]] as const)("money is written as in Brazil: %s", (language, text) => {
  const before = onScreen.value;
  onScreen.value = language;
  expect(money("1692.20").replaceAll("\u00a0", " ")).toBe(text);
  onScreen.value = before;
});
