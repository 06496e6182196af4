import { useTranslation } from "../../kit/text.ts";

/** The steps on the phone, in order. */
export function Steps({ last }: { last: string[] }) {
  const { t } = useTranslation();
  const steps = [
    t("connections.link.open"),
    t("connections.link.devices"),
    t("connections.link.add"),
    ...last,
  ];
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step} className="flex gap-3">
          <span
            aria-hidden
            className="bg-primary/12 text-primary text-small grid size-6 shrink-0 place-items-center rounded-full font-semibold"
          >
            {index + 1}
          </span>
          <span className="min-w-0 flex-1 pt-0.5">{step}</span>
        </li>
      ))}
    </ol>
  );
}
