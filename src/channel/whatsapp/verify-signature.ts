import { Curve, generateSignalPubKey } from "@whiskeysockets/baileys";
import { verifySignature } from "libsignal/src/curve.js";

// Baileys expects libsignal to throw at a wrong signature, and libsignal returns false: WhatsApp's certificate and the account that links
// us would go unchecked.
Curve.verify = (key, message, signature) => {
  try {
    return verifySignature(generateSignalPubKey(key), message, signature) === true;
  } catch {
    return false;
  }
};
