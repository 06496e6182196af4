import { expect, test } from "bun:test";
import { language } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { beginsText } from "./begins.ts";
import texts from "./texts.json";

addTexts(texts);

test("when a campaign begins is said by the day that it is from now", () => {
  const late = new Date(2026, 10, 20, 23, 30).getTime();
  const text = (...at: [number, number, number, number, number]) =>
    beginsText(new Date(...at).toISOString(), late);
  expect([text(2026, 10, 20, 23, 45), text(2026, 10, 21, 8, 0), text(2026, 10, 23, 9, 0)]).toEqual([
    "Começa hoje às 23:45",
    "Começa amanhã às 08:00",
    "Começa segunda-feira, 23/11/2026, às 09:00",
  ]);
  language.value = "en";
  expect(text(2026, 10, 23, 9, 0)).toBe("It begins on Monday, 23/11/2026, at 09:00");
  language.value = "ptBR";
});
