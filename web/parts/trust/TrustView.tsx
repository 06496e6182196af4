import { CircleCheck, ShieldCheck, ShieldQuestion, WifiOff } from "lucide-react";
import { QrCode } from "../../kit/QrCode.tsx";
import { useTranslation } from "../../kit/text.ts";
import { isHere, secureOrigin, speaksHttps, type Trust } from "./box-trust.ts";
import { TrustSteps } from "./TrustSteps.tsx";

type Props = Trust & {
  /** The link for another device that must trust the box. */
  link: string;
  /**
   * Offers to open the box, even on a device that does not trust it. `path` is the page that the
   * user was going to.
   */
  goesOn?: boolean;
  path?: string;
  agent?: string;
};

/** Shows whether this device trusts the box, the steps if not, and the link for other devices. */
export function TrustView({ box, trusted, link, goesOn = false, path = "", agent }: Props) {
  const { t } = useTranslation();
  if (!speaksHttps(box)) return <Plain off={box.mode === "off"} />;
  return (
    <>
      <Standing trusted={trusted} href={goesOn ? secureOrigin(box) : undefined} />
      {!trusted && box.mode === "local" && (
        <section className="mt-6">
          <h2 className="mb-3 font-semibold">{t("trust.how")}</h2>
          <TrustSteps agent={agent} />
        </section>
      )}
      {!trusted && goesOn && (
        <section className="border-line mt-6 border-t pt-5">
          <a href={secureOrigin(box) + path} className="link font-medium">
            {t("trust.without")}
          </a>
          <p className="text-muted text-small mt-1">{t("trust.withoutText")}</p>
        </section>
      )}
      {box.mode === "local" && (
        <section className="border-line mt-6 border-t pt-5">
          <h2 className="font-semibold">{t("trust.others")}</h2>
          <p className="text-muted mt-1 mb-4">{t("trust.othersText")}</p>
          <QrCode text={link} label={t("trust.qr", { link })} />
          <p className="text-small mt-2 font-mono break-all">{link}</p>
          <p className="text-muted text-small mt-4">{t("trust.fingerprint")}</p>
          <p className="text-small font-mono break-all">{box.fingerprint}</p>
        </section>
      )}
    </>
  );
}

function Standing({ trusted, href }: { trusted: boolean; href?: string }) {
  const { t } = useTranslation();
  const Icon = trusted ? CircleCheck : ShieldQuestion;
  return (
    <div
      role="status"
      data-trusted={trusted}
      className="card-quiet flex flex-wrap items-center gap-3 px-4 py-3"
    >
      <Icon size={26} aria-hidden className={trusted ? "text-primary" : "text-waiting"} />
      <p className="min-w-40 flex-1 font-medium">{t(trusted ? "trust.yes" : "trust.no")}</p>
      {trusted && href && (
        <a href={href} className="btn btn-primary">
          {t("trust.goOn")}
        </a>
      )}
    </div>
  );
}

// Nothing to do: https is in front of the box, or off.
function Plain({ off }: { off: boolean }) {
  const { t } = useTranslation();
  const kind = !off ? "proxy" : isHere() ? "here" : "off";
  const Icon = kind === "off" ? WifiOff : ShieldCheck;
  return (
    <div className="card-quiet flex gap-3 px-4 py-3">
      <Icon
        size={24}
        aria-hidden
        className={`shrink-0 ${kind === "off" ? "text-waiting" : "text-primary"}`}
      />
      <div>
        <h2 className="font-semibold">{t(`trust.${kind}Title`)}</h2>
        <p className="text-muted">{t(`trust.${kind}Text`)}</p>
      </div>
    </div>
  );
}
