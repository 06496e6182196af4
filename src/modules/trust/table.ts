/** How the box is reached safely, and by whose word. */
export type BoxTls = {
  mode: "local" | "files" | "proxy" | "off";
  /** Where it speaks https by itself. */
  port: number;
  /** Where it speaks plain http, for devices that don't trust it yet. */
  plainAddress: string;
  /** Its own authority, which a device has to be told to trust. */
  authority(): Authority | undefined;
};
/** What `GET /trust/box` says. */
export type TrustAnswer = Omit<BoxTls, "authority"> & { name?: string; fingerprint?: string };
export type Authority = { name: string; fingerprint: string; pem: string; der: Uint8Array };
