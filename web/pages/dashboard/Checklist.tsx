import { Cable, Check, Clock, ListOrdered, type LucideIcon, UserPlus, X, Zap } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "wouter";
import type { Steps } from "../../../src/modules/dashboard/table.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { useTranslation } from "../../kit/text.ts";

const steps: { name: keyof Steps; href: string; icon: LucideIcon }[] = [
  { name: "connection", href: "/connections", icon: Cable },
  { name: "queue", href: "/queues", icon: ListOrdered },
  { name: "user", href: "/users", icon: UserPlus },
  { name: "quickMessage", href: "/quick-messages", icon: Zap },
  { name: "hours", href: "/settings", icon: Clock },
];

/** The first steps of a new company. Hidden when all are done, or when a user closes it. */
export function Checklist({ steps: done }: { steps: Steps }) {
  const { t } = useTranslation();
  const id = useId();
  const [hidden, setHidden] = useState(localStorage.getItem("checklist") === "hidden");
  const count = steps.filter(({ name }) => done[name]).length;
  if (hidden || count === steps.length) return null;
  return (
    <section data-checklist className="card-quiet mb-5" aria-labelledby={id}>
      <header className="flex items-start gap-3 px-4 pt-3.5 pb-2">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="font-semibold">
            {t("dashboard.start.title")}
          </h2>
          <p className="text-muted">
            {t("dashboard.start.progress", { n: count, of: steps.length })}
          </p>
        </div>
        <IconButton
          label={t("dashboard.start.hide")}
          icon={X}
          onClick={() => {
            localStorage.setItem("checklist", "hidden");
            setHidden(true);
          }}
        />
      </header>
      <ol className="divide-line divide-y">
        {steps.map((step) => (
          <Step key={step.name} {...step} done={done[step.name]} />
        ))}
      </ol>
    </section>
  );
}

function Step({ name, href, icon: Icon, done }: (typeof steps)[number] & { done: boolean }) {
  const { t } = useTranslation();
  return (
    <li data-step={name} className="flex items-center gap-3 px-4 py-2.5">
      <span
        className={`grid size-8 shrink-0 place-items-center rounded-full ${done ? "bg-primary text-primary-content" : "bg-base-200 text-muted border-line border"}`}
      >
        {done ? (
          <Check size={18} role="img" aria-label={t("dashboard.start.done")} />
        ) : (
          <Icon size={17} aria-hidden />
        )}
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-40 flex-1">
          <span className={done ? "text-muted" : "font-medium"}>
            {t(`dashboard.start.${name}.name`)}
          </span>
          {!done && (
            <span className="text-muted text-small block">{t(`dashboard.start.${name}.why`)}</span>
          )}
        </p>
        {!done && (
          <Link href={href} className="btn btn-sm">
            {t(`dashboard.start.${name}.go`)}
          </Link>
        )}
      </div>
    </li>
  );
}
