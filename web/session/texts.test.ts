import { expect, test } from "bun:test";
import { languages } from "../../src/shared/languages.ts";
import { wordsIn } from "../../src/testing/texts.ts";
import { ApiError } from "../kit/api.ts";
import { errorText, language } from "../kit/text.ts";
import { loadTexts, translatorOf } from "../kit/translations.ts";
import "./texts.ts";

/** Error codes that no browser test causes. */
const codes = [
  "ERR_CHECK_NUMBER",
  "ERR_NO_OTHER_WHATSAPP",
  "ERR_NO_DEF_WAPP_FOUND",
  "ERR_WAPP_NOT_INITIALIZED",
  "ERR_WAPP_CHECK_CONTACT",
  "ERR_WAPP_INVALID_CONTACT",
  "ERR_WAPP_DOWNLOAD_MEDIA",
  "ERR_SENDING_WAPP_MSG",
  "ERR_DELETE_WAPP_MSG",
  "ERR_USER_CREATION_DISABLED",
  "ERR_WAPP_DISCONNECTED",
  "ERR_NO_SETTING_FOUND",
  "ERR_NO_CONTACT_FOUND",
  "ERR_NO_TICKET_FOUND",
  "ERR_NO_USER_FOUND",
  "ERR_NO_WAPP_FOUND",
  "ERR_CREATING_MESSAGE",
  "ERR_CREATING_TICKET",
  "ERR_FETCH_WAPP_MSG",
  "ERR_NO_PERMISSION",
  "ERR_DUPLICATED_CONTACT",
  "ERR_OTHER_OPEN_TICKET",
] as const;

const refused = (error: string) => errorText(new ApiError(409, { error, requestId: "pedido-1" }));

test.each(languages)(
  "every error has a text, and an unknown one shows its code: %s",
  async (chosen) => {
    const words = wordsIn(chosen);
    await loadTexts(chosen);
    language.value = chosen;
    for (const code of codes)
      expect([code, refused(code)]).toEqual([code, words(`errors.${code}`)]);
    expect(refused("ERR_BOLO_DE_FUBA")).toBe(
      words("errors.unknown")
        .replace("{{code}}", "ERR_BOLO_DE_FUBA")
        .replace("{{requestId}}", "pedido-1"),
    );
    expect(errorText(new Error("no refusal"))).toBe(words("errors.unexpected"));
  },
);

test.each([
  ["ptBR", "0 lembretes"],
  ["en", "0 reminders"],
  ["es", "0 recordatorios"],
] as const)("nothing is many, one is one: %s", async (language, none) => {
  await loadTexts(language);
  const words = translatorOf(language);
  expect([
    words("reminders.waiting", { count: 0 }),
    words("reminders.waiting", { count: 1 }),
  ]).toEqual([none, none.replace(/^0 (.*)s$/, "1 $1")]);
});
