import { expect, test } from "bun:test";
import { deviceOf } from "./device.ts";

test("a browser is named by its name and where it runs", () => {
  const agents = {
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0":
      "Edge Windows false",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/142.0.0.0 Safari/537.36":
      "Chrome Linux false",
    "Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0":
      "Firefox Linux false",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15":
      "Safari macOS false",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1":
      "Chrome iPhone true",
    "Mozilla/5.0 (Linux; Android 16; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36":
      "Samsung Internet Android true",
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36":
      "Chrome ChromeOS false",
    "curl/8.14": "  false",
  };
  for (const [agent, expected] of Object.entries(agents)) {
    const { browser, system, handheld } = deviceOf(agent);
    expect(`${browser} ${system} ${handheld}`).toBe(expected);
  }
});
