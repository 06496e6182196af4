import { Link } from "wouter";
import type { IntegrationType } from "../../../src/shared/bots.ts";
import { useTranslation } from "../../kit/text.ts";
import { typeNames } from "./fields.ts";

/**
 * Where the access to a provider's billing is kept: it belongs to the company, not to one
 * integration.
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
