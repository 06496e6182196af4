import { Compass, Lock } from "lucide-react";
import { Link } from "wouter";
import { Empty } from "../../kit/Empty.tsx";
import { useTranslation } from "../../kit/text.ts";
import { useTitle } from "../../kit/title.ts";

export function NotFound() {
  const { t } = useTranslation();
  useTitle(t("common.notFound"));
  return (
    <div className="grid min-h-full place-items-center">
      <Empty
        icon={Compass}
        title={t("common.notFound")}
        text={t("common.notFoundText")}
        page
        action={<GoHome />}
      />
    </div>
  );
}

/** A page that this user may not open. `text` is the key of the reason. */
export function NotAllowed({ text = "common.notAllowedText" }: { text?: string }) {
  const { t } = useTranslation();
  useTitle(t("common.notAllowed"));
  return (
    <div className="grid min-h-full place-items-center" role="alert">
      <Empty icon={Lock} title={t("common.notAllowed")} text={t(text)} page action={<GoHome />} />
    </div>
  );
}

function GoHome() {
  const { t } = useTranslation();
  return (
    <Link href="/" className="btn btn-primary">
      {t("common.goHome")}
    </Link>
  );
}
