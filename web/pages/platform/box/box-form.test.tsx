import { answer, show } from "../../../../src/testing/screen/page.tsx";
import { expect, test } from "bun:test";
import type { ReadSettings } from "../../../../src/modules/box/table.ts";
import { eventually, screen } from "../../../../src/testing/screen/screen.ts";
import type { Wire } from "../../../../src/shared/wire.ts";
import { preloadInputs } from "../../../forms/Field.tsx";
import { addTexts } from "../../../kit/translations.ts";
import texts from "../texts.json";
import { BoxForm } from "./BoxForm.tsx";
import "../../../session/texts.ts";

addTexts(texts);
await preloadInputs();

const usual = { value: null, source: "default" as const };
const settings: Wire<ReadSettings> = {
  updatedAt: "2026-11-20T12:00:00.000Z",
  boxName: { value: "Balcão", source: "default" },
  boxLogo: usual,
  boxColor: usual,
  language: { value: "ptBR", source: "default" },
  languages: { value: ["ptBR", "es"], source: "default" },
  publicUrl: usual,
  landing: { value: false, source: "default" },
  publicPages: { value: false, source: "default" },
  signUp: { value: false, source: "default" },
  planId: usual,
  contact: usual,
  leadsTo: usual,
  smtpHost: usual,
  smtpPort: { value: 587, source: "default" },
  smtpSecurity: { value: "starttls", source: "default" },
  smtpUser: usual,
  smtpPassword: usual,
  mailName: usual,
  mailFrom: usual,
  whatsappVersion: usual,
};

test("the settings of the box that were not changed are not sent", async () => {
  const sent: unknown[] = [];
  answer(({ body }) => (sent.push(body), settings));
  await show(<BoxForm settings={settings} plans={[]} unanswered={0} onSaved={() => {}} />);
  const { updatedAt } = settings;
  await screen.fill(/^Contato do suporte/, "Zefa");
  await screen.press("Salvar");
  await eventually(() => sent.length === 1, "the first change");
  await show(<BoxForm settings={settings} plans={[]} unanswered={0} onSaved={() => {}} />);
  (await screen.find("checkbox", "English")).click();
  await screen.press("Salvar");
  await eventually(() => sent.length === 2, "the second change");
  expect(sent).toEqual([
    { contact: "Zefa", updatedAt },
    { languages: ["ptBR", "en", "es"], updatedAt },
  ]);
});
