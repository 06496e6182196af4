import { join } from "node:path";
import { chromium } from "playwright-core";
import { chromiumPath } from "./chromium.ts";

const folder = join(import.meta.dir, "../../web/public");
const mark = await Bun.file(join(folder, "favicon.svg")).text();
const ground = /fill="(#\w+)"/.exec(mark)?.[1];

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-gpu"],
});
await draw("icon-192.png", 192, 1, false);
await draw("icon-512.png", 512, 1, false);
// Phones cut these to their own shape, so the ground goes to the edge and the mark stays within the
// safe circle.
await draw("icon-maskable-512.png", 512, 0.74, true);
await draw("apple-touch-icon.png", 180, 0.86, true);
await browser.close();

async function draw(name: string, size: number, scale: number, bleed: boolean) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = Math.round(size * scale);
  const svg = mark.replace("<svg ", `<svg width="${inner}" height="${inner}" `);
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:${size}px;background:${bleed ? ground : "transparent"}">${svg}</body>`,
  );
  await page.screenshot({ path: join(folder, name), omitBackground: !bleed });
  await page.close();
}
