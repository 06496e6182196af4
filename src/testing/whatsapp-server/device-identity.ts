import {
  Curve,
  hmacSign,
  proto,
  WA_ADV_ACCOUNT_SIG_PREFIX,
  WA_ADV_DEVICE_SIG_PREFIX,
  type KeyPair,
} from "@whiskeysockets/baileys";
import { verifySignature } from "libsignal/src/curve.js";
import { seconds } from "./nodes.ts";

/** Signs the identity of a device that a phone links, under the secret that the two share. */
export function signDevice(
  account: KeyPair,
  companion: Uint8Array,
  secret: Uint8Array,
  keyIndex: number,
): { sealed: Uint8Array } {
  const details = proto.ADVDeviceIdentity.encode({
    rawId: keyIndex,
    timestamp: seconds(),
    keyIndex,
    accountType: 0,
    deviceType: 0,
  }).finish();
  const accountSignature = Curve.sign(
    account.private,
    Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companion]),
  );
  const signed = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: account.public,
    accountSignature,
  }).finish();
  return {
    sealed: proto.ADVSignedDeviceIdentityHMAC.encode({
      details: signed,
      hmac: hmacSign(Buffer.from(signed), secret),
    }).finish(),
  };
}

/** Whether the identity shows that this account and this device signed each other. */
export function isDeviceSigned(
  identity: Uint8Array,
  account: Uint8Array,
  companion: Uint8Array,
): boolean {
  const { details, accountSignature, deviceSignature } =
    proto.ADVSignedDeviceIdentity.decode(identity);
  if (!details?.length || !accountSignature?.length || !deviceSignature?.length) return false;
  return (
    // Baileys' Curve.verify accepts any signature: libsignal 6 returns a value where Baileys
    // expects a throw.
    verifySignature(
      key(account),
      Buffer.concat([WA_ADV_ACCOUNT_SIG_PREFIX, details, companion]),
      Buffer.from(accountSignature),
    ) &&
    verifySignature(
      key(companion),
      Buffer.concat([WA_ADV_DEVICE_SIG_PREFIX, details, companion, account]),
      Buffer.from(deviceSignature),
    )
  );
}

const key = (bare: Uint8Array) => Buffer.concat([Buffer.of(5), bare]);
