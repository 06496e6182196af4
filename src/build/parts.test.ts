import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { expect, test } from "bun:test";
import { cycloneDx, partsOf } from "./parts.ts";

test("the list of parts is what CycloneDX says it is, and no part is without a licence", async () => {
  const parts = await partsOf();
  expect(parts.map(({ name }) => name)).toContain("@whiskeysockets/baileys");
  expect(parts.filter(({ licence }) => !licence)).toEqual([]);
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  expect(await validator.validate(JSON.stringify(cycloneDx("1.2.3", parts)))).toBeNull();
  expect(
    await validator.validate(
      JSON.stringify({ ...cycloneDx("1.2.3", parts), components: [{ name: "sem tipo" }] }),
    ),
  ).not.toBeNull();
});
