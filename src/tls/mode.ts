import { isLoopback } from "../env-schema.ts";
import type { Env } from "../env.ts";
import { shownHost } from "../kit/net/lan.ts";
import { hasImported } from "./certificates.ts";

/**
 * The way in which browsers reach a box safely: a certificate of its own authority, an imported
 * one, or a proxy that has one. It may also be off.
 */
export type TlsMode = NonNullable<Env["tls"]>;

type Settings = Pick<
  Env,
  "data" | "host" | "port" | "tls" | "tlsPort" | "publicUrl" | "trustedProxies"
>;

/**
 * The mode that is set, else the one that fits. Loopback needs no certificate. An https address or
 * a named proxy means that the proxy has one. rules.md#tls-modes
 */
export function tlsMode({ tls, data, host, publicUrl, trustedProxies }: Settings): TlsMode {
  if (tls) return tls;
  if (isLoopback(host) || host === "::1") return "off";
  if (hasImported(data)) return "files";
  return trustedProxies.length > 0 || publicUrl?.startsWith("https:") ? "proxy" : "local";
}

/** Whether the box itself speaks https. */
export const speaksTls = (mode: TlsMode) => mode === "local" || mode === "files";

/** The address for people to type. */
export function addressOf(env: Settings): string {
  if (env.publicUrl) return env.publicUrl.replace(/\/$/, "");
  return speaksTls(tlsMode(env))
    ? `https://${shownHost(env.host)}${portOf(env.tlsPort, 443)}`
    : plainAddress(env);
}

/**
 * The page where a device learns to trust the box, and from which it goes on to another page.
 * Undefined where devices trust the box by themselves.
 */
export function trustAddress(env: Settings, path = ""): string | undefined {
  return tlsMode(env) === "local" ? `${plainAddress(env)}/trust${path && `#${path}`}` : undefined;
}

/** The address of plain http. */
export const plainAddress = ({ host, port }: Settings) =>
  `http://${shownHost(host)}${portOf(port, 80)}`;

/** A port as a URL has it; the usual one is left out. */
export const portOf = (port: number, usual: 80 | 443) => (port === usual ? "" : `:${port}`);
