import { LoadError } from "../../kit/LoadError.tsx";
import { Page } from "../../kit/Page.tsx";
import { Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { addTexts } from "../../kit/translations.ts";
import { useOwnCompany } from "../../parts/companies/own-company.ts";
import { CompanyForm } from "./CompanyForm.tsx";
import texts from "./texts.json";

addTexts(texts);

/** The user's own company: its data, and the look of its screens. rules.md#own-company */
export function Company() {
  const { t } = useTranslation();
  const { company, failed, read } = useOwnCompany();
  return (
    <Page title={t("company.title")} lead={t("company.lead")} width="narrow">
      {company ? (
        <CompanyForm key={company.updatedAt} company={company} />
      ) : failed ? (
        <LoadError error={failed} onRetry={() => void read()} />
      ) : (
        <Skeleton className="h-96 w-full" />
      )}
    </Page>
  );
}
