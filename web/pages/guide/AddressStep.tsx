import { Skeleton } from "../../kit/Skeleton.tsx";
import { useTranslation } from "../../kit/text.ts";
import { trustLink, useTrust } from "../../parts/trust/box-trust.ts";
import { TrustView } from "../../parts/trust/TrustView.tsx";
import { Continue } from "./Continue.tsx";
import type { StepProps } from "./step.ts";

export function AddressStep({ onDone }: StepProps) {
  const { t } = useTranslation();
  const { trust, failed } = useTrust();
  return (
    <>
      {trust ? (
        <div>
          <TrustView {...trust} link={trustLink(trust.box)} />
        </div>
      ) : failed ? (
        <p role="status">{t("guide.address.unreachable")}</p>
      ) : (
        <Skeleton className="h-24 w-full" />
      )}
      <Continue onDone={onDone} />
    </>
  );
}
