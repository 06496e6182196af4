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
export function plainAddress(env: Settings): string {
  const { host, port } = mapped(env) ?? { host: shownHost(env.host), port: env.port };
  return `http://${host}${portOf(port, 80)}`;
}

/** The port of https as others reach it. */
export const outsidePort = (env: Settings): number => mapped(env)?.tlsPort ?? env.tlsPort;

/** The names that the box's certificate needs beside the machine's. */
export function addedNames(env: Settings & Pick<Env, "tlsNames">): string[] {
  const outside = mapped(env);
  return outside ? [...env.tlsNames, outside.host] : env.tlsNames;
}

/**
 * A container does not know by which name and ports others reach it: `public_url` says so beside
 * `tls = "local"`. Plain http is at port 80 where https is at 443, else at its own port.
 * rules.md#mapped-ports
 */
function mapped({ tls, publicUrl, port }: Settings) {
  const url = tls === "local" && publicUrl ? new URL(publicUrl) : undefined;
  if (url?.protocol !== "https:") return undefined;
  const tlsPort = Number(url.port || 443);
  return { host: url.hostname, tlsPort, port: tlsPort === 443 ? 80 : port };
}

/** A port as a URL has it; the usual one is left out. */
export const portOf = (port: number, usual: 80 | 443) => (port === usual ? "" : `:${port}`);
