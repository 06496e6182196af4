import { Fault } from "../../kit/fault.ts";
import { inject, pageRoutes } from "../../kit/http/http.ts";
import { profile } from "./profile.ts";
import type { Authority, BoxTls, TrustAnswer } from "./table.ts";

/**
 * How a device comes to trust the box: for anyone, also in plain http, since nothing of it is a
 * secret.
 */
export default pageRoutes("/trust")
  .use(inject<BoxTls>()("tls"))
  .get("/box", ({ tls, set }) => {
    set.headers["cache-control"] = "no-store";
    const { name, fingerprint } = tls.authority() ?? {};
    return {
      mode: tls.mode,
      port: tls.port,
      plainAddress: tls.plainAddress,
      name,
      fingerprint,
    } satisfies TrustAnswer;
  })
  // A page in plain http requests this by https: the request succeeds only where the device trusts
  // the box.
  .get("/probe", ({ set }) => {
    set.headers["cross-origin-resource-policy"] = "cross-origin";
    set.headers["cache-control"] = "no-store";
    set.status = 204;
  })
  .get("/balcao.crt", ({ tls }) =>
    download(authorityOf(tls).pem, "application/x-x509-ca-cert", "balcao.crt"),
  )
  .get("/balcao.cer", ({ tls }) =>
    download(authorityOf(tls).der, "application/pkix-cert", "balcao.cer"),
  )
  .get("/balcao.mobileconfig", ({ tls }) =>
    download(profile(authorityOf(tls)), "application/x-apple-aspen-config", "balcao.mobileconfig"),
  );

function authorityOf(tls: BoxTls): Authority {
  const authority = tls.authority();
  if (!authority)
    throw new Fault("missing", "ERR_NOT_FOUND", { message: "Este servidor não precisa disso" });
  return authority;
}

const download = (content: string | Uint8Array, type: string, name: string) =>
  new Response(content as BodyInit, {
    headers: {
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
