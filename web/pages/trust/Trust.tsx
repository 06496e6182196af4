import { useEffect } from "react";
import { Delayed } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";
import { addTexts } from "../../kit/translations.ts";
import { secureOrigin, speaksHttps, trustLink, useTrust } from "../../parts/trust/box-trust.ts";
import { TrustView } from "../../parts/trust/TrustView.tsx";
import { AuthLayout } from "../../shell/AuthLayout.tsx";
import texts from "./texts.json";

addTexts(texts);

/**
 * Explains how this device learns to trust the box. Then the user continues to the requested page.
 * rules.md#plain-http
 */
export function Trust() {
  const { t } = useTranslation();
  useTitle(t("trust.title"));
  const { trust, failed } = useTrust();
  const path = pathAfter(location.hash);
  const goesOn = trust?.trusted && speaksHttps(trust.box) && path !== "";

  useEffect(() => {
    if (goesOn) location.replace(secureOrigin(trust.box) + path);
  }, [goesOn]);

  return (
    <AuthLayout>
      <h1 className="text-2xl font-semibold tracking-tight text-balance">{t("trust.heading")}</h1>
      <p className="text-muted mt-2 mb-5">{t("trust.lead")}</p>
      {path.startsWith("/setup") && (
        <p className="text-muted text-small -mt-3 mb-5">{t("trust.setupLife")}</p>
      )}
      {trust && !goesOn ? (
        <TrustView {...trust} link={trustLink(trust.box)} goesOn path={path} />
      ) : (
        <Delayed>{<p role="status">{t(failed ? "trust.unreachable" : "trust.asking")}</p>}</Delayed>
      )}
    </AuthLayout>
  );
}

/** The path after the #, only within this box. */
function pathAfter(hash: string): string {
  const path = hash.slice(1);
  return path.startsWith("/") && !path.startsWith("//") && !path.startsWith("/trust") ? path : "";
}
