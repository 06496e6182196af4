import { BadgeCheck } from "lucide-react";
import { type PixKey, phoneKey, pixKey } from "../../src/pix/pix.ts";
import { cnpjText } from "../../src/shared/cnpj.ts";
import { cpfText } from "../../src/shared/cpf.ts";
import { maskPhone } from "../kit/phone-mask.ts";
import { useTranslation } from "../kit/text.ts";
import { addTexts } from "../kit/translations.ts";
import texts from "./texts.json";

addTexts(texts);

/**
 * Shows below the field how a typed Pix key was read. Where the text may be a phone without its
 * +55, a button reads it as a phone. rules.md#pix
 */
export function PixKeyReading({
  typed,
  onPhone,
}: {
  typed: unknown;
  onPhone: (key: string) => void;
}) {
  const { t } = useTranslation();
  const text = String(typed ?? "").trim();
  const key = pixKey(text);
  const phone = key?.kind === "phone" ? undefined : phoneKey(text);
  return (
    <div aria-live="polite" className="text-small">
      {key && (
        <p className="mt-1 flex items-center gap-1.5">
          <BadgeCheck size={16} aria-hidden className="text-primary shrink-0" />
          <span className="tabular min-w-0 break-words">
            {t(`pixKey.kinds.${key.kind}`, { key: writtenKey(key) })}
          </span>
        </p>
      )}
      {phone && (
        <button type="button" className="btn btn-sm mt-1" onClick={() => onPhone(phone)}>
          {t("pixKey.isPhone", { key: maskPhone(phone) })}
        </button>
      )}
    </div>
  );
}

/** A key with its usual marks. */
function writtenKey({ kind, value }: PixKey): string {
  if (kind === "cpf") return cpfText(value);
  if (kind === "cnpj") return cnpjText(value);
  return kind === "phone" ? maskPhone(value) : value;
}
