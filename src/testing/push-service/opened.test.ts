import { expect, test } from "bun:test";
import { opened } from "./opened.ts";

// RFC 8291, section 5 and appendix A.
const receiver = {
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
};
const sealed =
  "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

test("the example of RFC 8291 is opened", async () => {
  const raw = Buffer.from(receiver.p256dh, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: raw.subarray(1, 33).toString("base64url"),
    y: raw.subarray(33).toString("base64url"),
  };
  const curve = { name: "ECDH", namedCurve: "P-256" };
  const pair = {
    publicKey: await crypto.subtle.importKey("jwk", jwk, curve, true, []),
    privateKey: await crypto.subtle.importKey(
      "jwk",
      { ...jwk, d: receiver.privateKey },
      curve,
      true,
      ["deriveBits"],
    ),
  };
  const keys = { pair, p256dh: receiver.p256dh, auth: receiver.auth };
  expect(await opened(keys, new Uint8Array(Buffer.from(sealed, "base64url")))).toBe(
    "When I grow up, I want to be a watermelon",
  );
});
