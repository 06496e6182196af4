import { Elysia } from "elysia";
import { isHttps } from "./request.ts";

/** The address of a request, behind trusted proxies or not. */
export type Origin = {
  address(request: Request, peer: string | undefined): string;
  secure(request: Request, peer: string | undefined): boolean;
  /** Whether the peer is a trusted proxy. */ isProxy(peer: string | undefined): boolean;
};

/**
 * A request's address, and whether it came by HTTPS: with an https `publicUrl` all do, also when a
 * proxy does not say so.
 */
export const withClientAddress = () =>
  new Elysia({ name: "from" }).derive({ as: "scoped" }, (context) => {
    const { request, server } = context;
    const { origin, publicUrl } = context as unknown as { origin: Origin; publicUrl?: string };
    const peer = server?.requestIP(request)?.address;
    return {
      address: origin.address(request, peer),
      secure: isHttps(publicUrl) || origin.secure(request, peer),
    };
  });
