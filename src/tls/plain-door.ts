import type { Context } from "elysia";
import { isLoopback } from "../env-schema.ts";
import { Fault } from "../kit/fault.ts";
import { isApi, pathOf } from "../kit/http/request.ts";
import type { BoxTls } from "../modules/trust/table.ts";
import { portOf, speaksTls } from "./mode.ts";

/**
 * The paths that hold no secret, and answer in plain http. They show the box's health and its look,
 * and how a device comes to trust it.
 */
const open = /^\/(healthz|readyz|api\/landing|trust|trust\/.*|assets\/.*|public\/.*)\/?$/;

/**
 * Answers a request in plain http where the box speaks https. Only paths that hold no secret are
 * served: browsers are redirected to https, and calls are refused. A program that sends its
 * password in plain should be mended, not redirected. On the box's own machine http is safe.
 * rules.md#plain-http
 */
export function refusePlain(
  { mode, port }: BoxTls,
  { request, set }: Pick<Context, "request" | "set">,
  peerOf: () => string | undefined,
): Response | undefined {
  if (!speaksTls(mode) || request.url.startsWith("https:")) return undefined;
  const secure = `https://${hostOf(request)}${portOf(port, 443)}`;
  const path = pathOf(request);
  // The page asks the box by https whether this device trusts it.
  if (path === "/trust")
    set.headers["content-security-policy"] = String(set.headers["content-security-policy"]).replace(
      "connect-src 'self'",
      `connect-src 'self' ${secure}`,
    );
  if (open.test(path) || isFromHere(request, peerOf())) return undefined;
  if (isApi(request) || path === "/ws" || !["GET", "HEAD"].includes(request.method))
    throw new Fault("forbidden", "ERR_HTTPS_ONLY", { message: `Use ${secure}` });
  const place = request.url.slice("http://localhost".length);
  // A person first sees whether this device trusts the box: few go on after a browser's warning.
  const isPerson = mode === "local" && request.headers.get("accept")?.includes("text/html");
  return new Response(null, {
    status: 307,
    headers: {
      location: isPerson ? `/trust#${place}` : secure + place,
      "cache-control": "no-store",
    },
  });
}

/** The requested host, as a URL has it. */
export const hostOf = (request: Request) =>
  new URL(`http://${request.headers.get("host") ?? "localhost"}`).hostname;

/**
 * Whether a program of this machine asks for the box as loopback. A page from elsewhere whose name
 * points here asks by that name.
 */
export const isFromHere = (request: Request, peer = "") =>
  isLoopback(hostOf(request)) && isLoopbackPeer(peer);

/** Whether the caller is on this machine. */
export const isLoopbackPeer = (peer = "") => /^(::ffff:)?127\.|^::1$/.test(peer);
