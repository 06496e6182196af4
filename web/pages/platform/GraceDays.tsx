import { useEffect, useId, useState } from "react";
import { api } from "../../kit/api.ts";
import { useTranslation } from "../../kit/text.ts";
import { toast } from "../../kit/Toast.tsx";

const most = 60;

/**
 * The days that a company may work after its due date. Leaving the field saves them.
 * rules.md#subscription
 */
export function GraceDays() {
  const { t } = useTranslation();
  const id = useId();
  const [saved, setSaved] = useState<number | null>(null);
  const [typed, setTyped] = useState("");
  const isValid = /^\d{1,2}$/.test(typed) && Number(typed) <= most;

  useEffect(() => {
    const show = ({ days }: { days: number }) => {
      setSaved(days);
      setTyped(String(days));
    };
    api
      .get<{ days: number }>("/companies/grace")
      .then(show, (error: unknown) => toast.error(error));
  }, []);

  const save = async () => {
    const days = Number(typed);
    if (!isValid || days === saved) return;
    try {
      await api.put("/companies/grace", { days });
      setSaved(days);
      toast.success(t("common.updated"));
    } catch (error) {
      toast.error(error);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-muted">
        {t("companies.grace")}
      </label>
      <input
        id={id}
        inputMode="numeric"
        autoComplete="off"
        disabled={saved === null}
        aria-invalid={saved !== null && !isValid ? true : undefined}
        className={`input tabular w-16 text-right ${saved !== null && !isValid ? "input-error" : ""}`}
        value={typed}
        onChange={({ target }) => setTyped(target.value.trim())}
        onBlur={() => void save()}
        onKeyDown={({ key }) => key === "Enter" && void save()}
      />
      {saved !== null && !isValid && (
        <span role="alert" className="text-error text-small">
          {t("platform.whole", { max: most })}
        </span>
      )}
    </div>
  );
}
