import { webAddress } from "./fields.ts";

/** A web address to which secrets go: HTTPS, or plain on this machine, where stand-ins listen. */
export const secureAddress = webAddress.refine((text) => !isInsecure(text), "insecure");

function isInsecure(text: string): boolean {
  const url = URL.parse(text);
  const isHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url?.hostname ?? "");
  return url?.protocol === "http:" && !isHere;
}
