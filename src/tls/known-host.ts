import { isIP } from "node:net";
import { Fault } from "../kit/fault.ts";
import type { Origin } from "../kit/http/client-address.ts";
import { isApi, pathOf } from "../kit/http/request.ts";
import { readPublicUrl, type Box } from "../modules/box/box.ts";
import type { BoxTls } from "../modules/trust/table.ts";
import { speaksTls } from "./mode.ts";
import { privateSuffixes } from "./names.ts";
import { hostOf, isLoopbackPeer } from "./plain-door.ts";

/** The sources of the box's names; `hostNames` were added by hand. */
type Names = { tls: BoxTls; hostNames?: string[]; box: Box; origin: Origin };

/**
 * Answers 421 to a request for the box by a foreign name. A page from elsewhere could point its
 * name here, and would then read and write as our own pages do. It refuses only names that someone
 * can own on the internet. Where the box shows a certificate, the browser refuses them instead.
 * rules.md#known-hosts
 */
export function refuseUnknownHost(
  { tls, hostNames = [], box, origin }: Names,
  request: Request,
  peerOf: () => string | undefined,
): Response | undefined {
  if (speaksTls(tls.mode)) return undefined;
  const host = hostOf(request).replace(/\.$/, "");
  if (isPrivateName(host) || hostNames.includes(host)) return undefined;
  const publicUrl = readPublicUrl(box);
  if (publicUrl && new URL(publicUrl).hostname === host) return undefined;
  // As long as the box has no address in its settings, it trusts the proxy in front to send the
  // right names.
  if (
    !publicUrl &&
    (origin.isProxy(peerOf()) || (tls.mode === "proxy" && isLoopbackPeer(peerOf())))
  )
    return undefined;
  if (/^\/(healthz|readyz)\/?$/.test(pathOf(request))) return undefined;
  if (isApi(request) || request.method !== "GET" || pathOf(request) === "/ws")
    throw new Fault("misdirected", "ERR_HOST", {
      message: `O Balcão não atende por ${host}. Quem o administra pode dizer esse nome em public_url ou tls_names`,
    });
  return new Response(explained(host).join("\n\n"), {
    status: 421,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });
}

/** A number, a name without a dot, or a name with an ending that is not for sale. */
const isPrivateName = (host: string) =>
  host.startsWith("[") ||
  isIP(host) !== 0 ||
  !host.includes(".") ||
  privateSuffixes.some((suffix) => host.endsWith(`.${suffix}`));

// In all languages: no user is signed in under a foreign name.
const explained = (host: string) => [
  `Este Balcão não atende por ${host}. Use o número do servidor (como http://192.168.1.10:8080), ou diga esse nome ao servidor: public_url nas configurações, ou BALCAO_TLS_NAMES.`,
  `This Balcão does not answer to ${host}. Use the server's number (such as http://192.168.1.10:8080), or tell the server this name: public_url in the settings, or BALCAO_TLS_NAMES.`,
  `Este Balcão no atiende por ${host}. Use el número del servidor (como http://192.168.1.10:8080), o diga ese nombre al servidor: public_url en la configuración, o BALCAO_TLS_NAMES.`,
];
