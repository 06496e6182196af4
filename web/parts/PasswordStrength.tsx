import { useTranslation } from "../kit/text.ts";
import { strength } from "./password-strength.ts";
import "./texts.ts";

/** Shows the strength of a new password while the user types. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation();
  const level = strength(password);
  const word = ["", "setup.weak", "setup.fair", "setup.strong"][level];
  return (
    <div className="mt-2 flex items-center gap-3">
      <span aria-hidden className="flex flex-1 gap-1">
        {[1, 2, 3].map((step) => (
          <span
            key={step}
            className={`h-1 flex-1 rounded-full transition-colors duration-150 ${step <= level ? (level === 1 ? "bg-error" : "bg-primary") : "bg-base-300"}`}
          />
        ))}
      </span>
      <span role="status" className="text-muted text-small min-w-16 text-right">
        {word && (
          <>
            <span className="sr-only">{t("setup.strength")}: </span>
            {t(word)}
          </>
        )}
      </span>
    </div>
  );
}
