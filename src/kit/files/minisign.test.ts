import { expect } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { folder, test } from "../../testing/world.ts";
import { publicLine, signFile, trustedComment } from "./minisign.ts";

const key = () =>
  generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string;
const file = new TextEncoder().encode("duzentos pães\n");

test("what one of the known keys signed is taken, and nothing else", () => {
  const [ours, next, theirs] = [key(), key(), key()];
  const trusted = [ours, next].map(publicLine);
  const signed = signFile(file, ours, "balcao 1.2.3");
  expect([
    trustedComment(file, signed, trusted),
    trustedComment(file, signFile(file, next, "depois"), trusted),
  ]).toEqual(["balcao 1.2.3", "depois"]);
  const changed = [
    trustedComment(new TextEncoder().encode("trezentos pães\n"), signed, trusted),
    trustedComment(file, signed.replace("1.2.3", "1.2.4"), trusted),
    trustedComment(file, signFile(file, theirs, "balcao 1.2.3"), trusted),
    trustedComment(file, signed, []),
    ...["", "não é\numa\nassinatura\n", signed.split("\n").slice(0, 2).join("\n")].map((text) =>
      trustedComment(file, text, trusted),
    ),
  ];
  expect(changed).toEqual(changed.map(() => undefined));
});

test("minisign takes what we sign, and nothing that was changed", async () => {
  const home = folder();
  const ours = key();
  await Bun.write(join(home, "SHA256SUMS.minisig"), signFile(file, ours, "balcao 1.2.3"));
  const verified = async (bytes: Uint8Array) => {
    await Bun.write(join(home, "SHA256SUMS"), bytes);
    const { exitCode, stdout } = Bun.spawnSync(
      ["minisign", "-V", "-m", "SHA256SUMS", "-P", publicLine(ours)],
      { cwd: home },
    );
    return [exitCode, stdout.toString()];
  };
  expect(await verified(file)).toEqual([
    0,
    expect.stringContaining("Trusted comment: balcao 1.2.3"),
  ]);
  expect(await verified(new TextEncoder().encode("trezentos pães\n"))).toEqual([1, ""]);
});

// Made by minisign 0.11 itself.
test("what minisign signs is read", () => {
  const theirs = [
    "untrusted comment: signature from minisign secret key",
    "RURaACdsGw7R7OPZCd7BachZ84KfDygyoZOtYu5+WmP8NO6GUwHHvXsjgrZq8suaEwhwQEC/O+jpn1lz041AB8Bj08vL+h3TegY=",
    "trusted comment: timestamp:1795418000",
    "z2Vscy7Q8w5qS6NnLoJjb3KF4VfG1YMmMtyrEXxF9ZjnqY7Cs8riQCE2fnEJmf8QaPJKT9yFzIpxP5ch7RF1Cw==",
  ].join("\n");
  expect(
    trustedComment(file, theirs, ["RWRaACdsGw7R7B5q0JZpPdif57ZVRUOUlrNQ+NYzGMv/PErPhnGPhKzT"]),
  ).toBe("timestamp:1795418000");
});
