import { expect } from "bun:test";
import { formWith } from "../../testing/sheets.ts";
import { contactFiles, productFiles } from "../../testing/vendor-files.ts";
import { box, test, until, type Box, type Loose } from "../../testing/world.ts";
import type { Import, ImportPreview, ReadFile } from "./table.ts";

async function importAs(
  shop: Box,
  path: string,
  { file, bytes }: { file: string; bytes: Uint8Array },
  choice: object = {},
) {
  const rui = shop.as("rui");
  const read = await rui.post<ReadFile & Loose>(path, formWith(bytes, file));
  expect(read.status).toBe(201);
  const { id, mapping, headless } = read.body;
  const body = { mapping, headless, ...choice };
  const checked = await rui.post<ImportPreview & Loose>(`/imports/${id}/check`, body);
  const begun = await rui.post<Loose>(`/imports/${id}`, body);
  expect([checked.status, begun.status]).toEqual([200, 200]);
  shop.jobRunner.runAllDue();
  const done = await until(async () => {
    const { body: now } = await rui.get<Import>(`/imports/${id}`);
    return now.state !== "running" && now;
  }, 30_000);
  return { checked: checked.body, done };
}

for (const vendorFile of contactFiles) {
  test(`contacts of ${vendorFile.vendor} go in with the columns that are proposed`, async () => {
    const shop = await box();
    shop.db.sqlite.run("DELETE FROM contacts");
    const { done } = await importAs(shop, "/contacts/import/file", vendorFile);
    expect(done).toMatchObject({ created: vendorFile.rows.length, refused: 0 });
    expect(shop.db.sqlite.query("SELECT name, number FROM contacts ORDER BY id").values()).toEqual(
      vendorFile.rows,
    );
  });
}

for (const { vendor, missing, withoutCost, rows, ...file } of productFiles) {
  test(`products of ${vendor} go in with the columns that are proposed, or say what is missing`, async () => {
    const shop = await box();
    const { checked, done } = await importAs(shop, "/products/import", file, { withoutCost });
    expect(done).toMatchObject({ created: rows.length, refused: missing ? 1 : 0 });
    if (missing)
      expect(checked).toMatchObject({
        reasons: { [missing]: 1 },
        examples: [{ line: 2, reason: missing, column: null }],
      });
    expect(
      shop.db.sqlite
        .query(
          "SELECT name, coalesce(ean, ''), printf('%.2f', sellingPrice / 100.0), stock / 1000 FROM products JOIN productStores ON productId = products.id ORDER BY products.id",
        )
        .values(),
    ).toEqual(rows as [string, string, string, number][]);
  });
}
