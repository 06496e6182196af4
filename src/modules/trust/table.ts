/** How the box is reached safely, and by whose word. */
export type BoxTls = {
  mode: "local" | "files" | "proxy" | "off";
  /** Where it speaks https by itself. */
  port: number;
  /** Where it speaks plain http, for devices that don't trust it yet. */
  plainAddress: string;
  /** The box's own authority, which a device must be set to trust. */
  authority(): Authority | undefined;
};
/** The answer of `GET /trust/box`. */
export type TrustAnswer = Omit<BoxTls, "authority"> & { name?: string; fingerprint?: string };
export type Authority = { name: string; fingerprint: string; pem: string; der: Uint8Array };
