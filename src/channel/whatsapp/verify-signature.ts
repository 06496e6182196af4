import { Curve, generateSignalPubKey } from "@whiskeysockets/baileys";
import { verifySignature } from "libsignal/src/curve.js";

// Baileys takes any signature that doesn't make libsignal throw, and libsignal answers a wrong one with false: WhatsApp's own certificate
// and the account that links us went unchecked.
Curve.verify = (key, message, signature) => {
  try {
    return verifySignature(generateSignalPubKey(key), message, signature) === true;
  } catch {
    return false;
  }
};
