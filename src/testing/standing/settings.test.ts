import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { repository } from "../../build/repository.ts";
import { printSettings, settingsPage } from "../../build/settings-page.ts";
import { languages } from "../../shared/languages.ts";
import {
  isSetting,
  settingField,
  settingKeys,
  settingSections,
  type SettingKey,
} from "../../shared/settings.ts";
import { textPlaces } from "../texts.ts";

const texts = new Map(
  languages.map((language) => [
    language,
    new Map(textPlaces.flatMap((place) => [...place.texts[language]])),
  ]),
);

test("each setting has its texts in each language", () => {
  const needed = [
    ...settingSections.map(({ name }) => `settings.sections.${name}`),
    ...settingKeys.flatMap(textsOf),
  ];
  const missing = languages.flatMap((language) =>
    needed.filter((key) => !texts.get(language)!.get(key)).map((key) => `${language}: ${key}`),
  );
  expect(missing).toEqual([]);
});

test("no text is of a setting that is gone", () => {
  const textKeys = [...texts.get("ptBR")!.keys()].filter((key) =>
    /^settings\.keys\.\w+\.(does|question|values)/.test(key),
  );
  expect(textKeys.length).toBeGreaterThan(settingKeys.length);
  // The timezone is the company's own field, among its settings.
  const others = textKeys.filter((key) => {
    const name = key.split(".")[2]!;
    return name !== "timezone" && !(isSetting(name) && textsOf(name).includes(key));
  });
  expect(others).toEqual([]);
});

test("a default is one of the setting's values, and so is the value that is asked about", () => {
  const wrong = settingKeys.filter((key) => {
    const field = settingField(key);
    const values = field.kind === "switch" ? ["enabled", "disabled"] : valuesOf(key);
    return (
      values.length > 0 &&
      ![field.default, field.confirms ?? field.default].every((one) => values.includes(one))
    );
  });
  expect(wrong).toEqual([]);
});

test("an address sends keys that are settings", () => {
  const sent = settingKeys.flatMap((key) => settingField(key).sends ?? []);
  expect(sent).toEqual(["tokenixc", "clientidmkauth", "clientsecretmkauth"]);
  expect(sent.every(isSetting)).toBe(true);
});

test("the page of all settings is the one that is made from their table", () => {
  expect(readFileSync(join(repository, settingsPage), "utf8")).toBe(printSettings());
});

function textsOf(key: SettingKey): string[] {
  const { confirms } = settingField(key);
  const names = [
    "name",
    "does",
    ...valuesOf(key).map((value) => `values.${value}`),
    ...(confirms ? ["question", "warning", "turnOn"] : []),
  ];
  return names.map((name) => `settings.keys.${key}.${name}`);
}

function valuesOf(key: SettingKey): readonly string[] {
  const field = settingField(key);
  return field.kind === "select" ? field.values : [];
}
