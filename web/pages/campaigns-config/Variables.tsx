import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";

export type Variable = { key: string; value: string };

export function Variables({
  variables,
  onChange,
}: {
  variables: Variable[];
  onChange: (variables: Variable[]) => void;
}) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Variable>({ key: "", value: "" });
  const [problem, setProblem] = useState("");
  const add = () => {
    const key = typed.key.trim().replace(/^\{|\}$/g, "");
    if (!key || /[{}]/.test(key)) return setProblem(t("campaignsConfig.shortcutInvalid"));
    if (variables.some((one) => one.key.toLowerCase() === key.toLowerCase()))
      return setProblem(t("campaignsConfig.shortcutTaken"));
    setProblem("");
    onChange([...variables, { key, value: typed.value }]);
    setTyped({ key: "", value: "" });
  };
  return (
    <section
      className="card-quiet flex flex-col gap-4 px-4 py-4"
      aria-label={t("campaignsConfig.variables")}
    >
      <div>
        <h2 className="font-semibold">{t("campaignsConfig.variables")}</h2>
        <p className="text-muted">{t("campaignsConfig.variablesHint")}</p>
      </div>
      <form
        noValidate
        className="grid items-end gap-3 phone:grid-cols-[10rem_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <label>
          <span className="mb-1 block font-medium">{t("campaignsConfig.shortcut")}</span>
          <input
            className="input"
            maxLength={50}
            autoComplete="off"
            value={typed.key}
            aria-invalid={problem ? true : undefined}
            aria-describedby="variable-problem"
            onChange={({ target }) => setTyped({ ...typed, key: target.value })}
          />
        </label>
        <label>
          <span className="mb-1 block font-medium">{t("campaignsConfig.content")}</span>
          <input
            className="input"
            maxLength={1000}
            autoComplete="off"
            value={typed.value}
            onChange={({ target }) => setTyped({ ...typed, value: target.value })}
          />
        </label>
        <button type="submit" className="btn">
          <Plus size={18} aria-hidden />
          {t("campaignsConfig.add")}
        </button>
      </form>
      <p id="variable-problem" role="alert" className="text-error text-small empty:hidden">
        {problem}
      </p>
      {variables.length > 0 && (
        <ul className="divide-line divide-y">
          {variables.map(({ key, value }) => (
            <li key={key} className="flex items-center gap-3 py-1.5">
              <code className="text-primary w-40 shrink-0 font-sans font-semibold break-all">{`{${key}}`}</code>
              <span className="min-w-0 flex-1 break-words">{value}</span>
              <IconButton
                label={t("campaignsConfig.remove", { key })}
                icon={Trash2}
                className="text-muted"
                onClick={() => onChange(variables.filter((one) => one.key !== key))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
