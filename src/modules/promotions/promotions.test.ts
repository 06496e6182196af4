import { expect } from "bun:test";
import { box, dot, test } from "../../testing/world.ts";

const days = { startpromotionsAt: "2026-11-20", endpromotionsAt: "2026-11-27", storeId: null };

test("a flyer is a picture or a PDF, and nothing else", async () => {
  const rui = (await box()).as("rui");
  const { id } = (await rui.post<{ id: number }>("/promotions", { name: "Broas", ...days })).body;
  const upload = (file: File) => {
    const form = new FormData();
    form.append("file", file);
    return rui.post(`/promotions/${id}/media-upload`, form);
  };
  for (const file of [
    new File([dot], "broas.png"),
    new File(["%PDF-1.7 broa"], "broas.pdf", { type: "application/pdf" }),
  ])
    expect(await upload(file)).toMatchObject({ status: 200, body: { mediaName: file.name } });
  expect(await upload(new File(["<html>broa</html>"], "broas.pdf"))).toMatchObject({
    status: 422,
    body: { fields: { file: "invalid" } },
  });
  expect(await rui.get(`/promotions/${id}`)).toMatchObject({ body: { mediaName: "broas.pdf" } });
});
