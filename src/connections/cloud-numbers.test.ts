import { expect, test } from "bun:test";
import type { Cloud } from "../channel/cloud/cloud.ts";
import { CloudWebhooks } from "./cloud-webhooks.ts";

/** A connection as the registry sees it; `lost` counts how often it had to give its number up. */
function connection(path: string, phoneNumberId: string) {
  const lost = { count: 0 };
  const channel = {
    account: { path, phoneNumberId },
    yield: () => void (lost.count += 1),
  } as unknown as Cloud;
  return { channel, lost };
}

const webhooks = () => new CloudWebhooks(Date.now, "https://graph.facebook.com");

test("a number is a connection's once Meta has confirmed it, and claims of others give way", () => {
  const all = webhooks();
  const [owner, thief] = [connection("a", "1"), connection("b", "1")];
  expect(all.add(thief.channel)).toBe(true);
  expect(all.has("1")).toBe(false);
  expect(all.add(owner.channel)).toBe(true);
  expect(all.confirm(owner.channel)).toBe(true);
  expect([all.has("1"), thief.lost.count, owner.lost.count]).toEqual([true, 1, 0]);
  expect(all.confirm(thief.channel)).toBe(false);
  expect(all.add(connection("c", "1").channel)).toBe(false);
});

test("a number whose connection stops is free again", () => {
  const all = webhooks();
  const [first, next] = [connection("a", "1"), connection("b", "1")];
  all.add(first.channel);
  all.confirm(first.channel);
  all.remove(first.channel);
  expect(all.has("1")).toBe(false);
  expect([all.add(next.channel), all.confirm(next.channel)]).toEqual([true, true]);
});
