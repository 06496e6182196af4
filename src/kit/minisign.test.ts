import { expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { publicLine, signFile, trustedComment } from "./minisign.ts";

const key = () => generateKeyPairSync("ed25519").privateKey.export({ format: "pem", type: "pkcs8" }) as string;
const file = new TextEncoder().encode("duzentos pães\n");

test("what one of the known keys signed is taken, and nothing else", () => {
  const [ours, next, theirs] = [key(), key(), key()];
  const known = [ours, next].map(publicLine);
  const signed = signFile(file, ours, "balcao 1.2.3");
  expect([trustedComment(file, signed, known), trustedComment(file, signFile(file, next, "depois"), known)]).toEqual(["balcao 1.2.3", "depois"]);
  const changed = [
    trustedComment(new TextEncoder().encode("trezentos pães\n"), signed, known),
    trustedComment(file, signed.replace("1.2.3", "1.2.4"), known),
    trustedComment(file, signFile(file, theirs, "balcao 1.2.3"), known),
    trustedComment(file, signed, []),
    ...["", "não é\numa\nassinatura\n", signed.split("\n").slice(0, 2).join("\n")].map((text) => trustedComment(file, text, known)),
  ];
  expect(changed).toEqual(changed.map(() => undefined));
});

// Made by minisign 0.11 itself.
test("what minisign signs is read", () => {
  const theirs = ["untrusted comment: signature from minisign secret key", "RURaACdsGw7R7OPZCd7BachZ84KfDygyoZOtYu5+WmP8NO6GUwHHvXsjgrZq8suaEwhwQEC/O+jpn1lz041AB8Bj08vL+h3TegY=", "trusted comment: timestamp:1795418000", "z2Vscy7Q8w5qS6NnLoJjb3KF4VfG1YMmMtyrEXxF9ZjnqY7Cs8riQCE2fnEJmf8QaPJKT9yFzIpxP5ch7RF1Cw=="].join("\n");
  expect(trustedComment(file, theirs, ["RWRaACdsGw7R7B5q0JZpPdif57ZVRUOUlrNQ+NYzGMv/PErPhnGPhKzT"])).toBe("timestamp:1795418000");
});
