import { expect } from "bun:test";
import { test } from "../../testing/world.ts";
import { proxies } from "./proxies.ts";

const request = (headers: Record<string, string> = {}, url = "http://localhost/") =>
  new Request(url, { headers });
const from = (...hops: string[]) =>
  request({ "x-forwarded-for": hops.join(", "), "x-forwarded-proto": "https" });

test("with no proxy trusted, nobody's word counts", () => {
  const { address, secure } = proxies([]);
  expect(address(from("9.9.9.9"), "1.2.3.4")).toBe("1.2.3.4");
  expect(address(from("9.9.9.9"), "::ffff:1.2.3.4")).toBe("1.2.3.4");
  expect(address(from("9.9.9.9"), undefined)).toBe("127.0.0.1");
  expect(secure(from("9.9.9.9"), "1.2.3.4")).toBe(false);
  expect(secure(request({}, "https://loja.example/"), "1.2.3.4")).toBe(true);
});

test("a trusted proxy's nearest stranger is who asks", () => {
  const { address, secure } = proxies(["10.0.0.0/8", "fd00::/8", "192.168.1.7"]);
  expect(address(from("9.9.9.9"), "10.1.2.3")).toBe("9.9.9.9");
  expect(address(from("6.6.6.6", "9.9.9.9", "10.0.0.5"), "10.1.2.3")).toBe("9.9.9.9");
  expect(address(from("2001:db8::1"), "fd00::2")).toBe("2001:db8::1");
  expect(address(from("9.9.9.9"), "192.168.1.7")).toBe("9.9.9.9");
  expect(address(from("9.9.9.9"), "192.168.1.8")).toBe("192.168.1.8");
  expect(secure(from("9.9.9.9"), "10.1.2.3")).toBe(true);
  expect(secure(request({ "x-forwarded-proto": "http" }), "10.1.2.3")).toBe(false);
});

test("what is no address is no hop", () => {
  const { address } = proxies(["127.0.0.1"]);
  expect(address(from("unknown", "<script>", ""), "127.0.0.1")).toBe("127.0.0.1");
  expect(address(request(), "127.0.0.1")).toBe("127.0.0.1");
  // A stranger may have written the hops before it.
  for (const added of ["junk", "unknown", "unix:", "", "8.8.8.8:", "[8.8.8.8"])
    expect(address(from("9.9.9.9", added), "127.0.0.1")).toBe("127.0.0.1");
});

test("a hop is one address, in whatever way its proxy writes it", () => {
  const { address } = proxies(["127.0.0.1"]);
  for (const written of [
    "8.8.8.8",
    "8.8.8.8:51000",
    "::ffff:8.8.8.8",
    "::FFFF:8.8.8.8",
    "::ffff:808:808",
    "[::ffff:8.8.8.8]:51000",
    "0:0:0:0:0:ffff:808:808",
  ])
    expect(address(from("9.9.9.9", written), "127.0.0.1")).toBe("8.8.8.8");
  for (const written of ["2001:db8::1", "[2001:db8::1]", "[2001:db8::1]:51000"])
    expect(address(from("9.9.9.9", written), "::ffff:127.0.0.1")).toBe("2001:db8::1");
  expect(address(from("9.9.9.9", "::ffff:127.0.0.1"), "127.0.0.1")).toBe("9.9.9.9");
});

test("a proxy that is not trusted is told of once", () => {
  const lines: unknown[] = [];
  const { address } = proxies(
    ["127.0.0.1"],
    (level, event, more) => void lines.push([level, event, more?.peer]),
  );
  address(request(), "10.0.0.9");
  address(from("9.9.9.9"), "127.0.0.1");
  expect(lines).toEqual([]);
  for (let time = 0; time < 5; time++) address(from("9.9.9.9"), `10.0.0.${time}`);
  expect(lines).toEqual([["warn", "untrustedProxy", "10.0.0.0"]]);
});
