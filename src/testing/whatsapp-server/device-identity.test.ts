import { expect, test } from "bun:test";
import {
  Curve,
  hmacSign,
  proto,
  WA_ADV_DEVICE_SIG_PREFIX,
  type KeyPair,
} from "@whiskeysockets/baileys";
import { signDevice, isDeviceSigned } from "./device-identity.ts";

test("papers hold for the account and the device that signed each other, and for nobody else", () => {
  const [account, device, other] = [
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
    Curve.generateKeyPair(),
  ];
  const papers = signed(account, device, device);
  expect(isDeviceSigned(papers, account.public, device.public)).toBe(true);
  expect(isDeviceSigned(papers, other.public, device.public)).toBe(false);
  expect(isDeviceSigned(papers, account.public, other.public)).toBe(false);
  expect(isDeviceSigned(signed(account, device, other), account.public, device.public)).toBe(false);
  expect(isDeviceSigned(new Uint8Array(), account.public, device.public)).toBe(false);
});

test("what the phone vouches for is sealed with the secret that both share", () => {
  const [account, device] = [Curve.generateKeyPair(), Curve.generateKeyPair()];
  const secret = Buffer.alloc(32, 7);
  const { details, hmac } = proto.ADVSignedDeviceIdentityHMAC.decode(
    signDevice(account, device.public, secret, 1).sealed,
  );
  expect(hmacSign(Buffer.from(details!), secret).equals(Buffer.from(hmac!))).toBe(true);
});

/** The identity of a device that the phone vouches for, signed by `signer`. */
function signed(account: KeyPair, device: KeyPair, signer: KeyPair): Uint8Array {
  const papers = proto.ADVSignedDeviceIdentity.decode(
    proto.ADVSignedDeviceIdentityHMAC.decode(
      signDevice(account, device.public, Buffer.alloc(32), 1).sealed,
    ).details!,
  );
  const deviceSignature = Curve.sign(
    signer.private,
    Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, papers.details!, device.public, account.public]),
  );
  return proto.ADVSignedDeviceIdentity.encode({ ...papers, deviceSignature }).finish();
}
