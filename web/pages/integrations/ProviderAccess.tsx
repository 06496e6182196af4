import { Link } from "wouter";
import type { IntegrationType } from "../../../src/shared/bots.ts";
import { useTranslation } from "../../kit/text.ts";
import { typeNames } from "./fields.ts";

/**
 * Links to the settings, which store the access to a billing provider: it belongs to the company,
 * not to one integration.
 */
export function ProviderAccess({ type }: { type: IntegrationType }) {
  const { t } = useTranslation();
  return (
    <p className="text-muted text-small">
      {t("integrations.access", { name: typeNames[type] })}{" "}
      <Link href="/settings" className="link link-primary">
        {t("integrations.toSettings")}
      </Link>
    </p>
  );
}
