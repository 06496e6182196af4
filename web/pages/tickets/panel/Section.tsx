import { type ReactNode, useId } from "react";

/** A part of the panel with its heading and its actions. */
export function Section({
  title,
  action,
  children,
}: {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-line border-t px-4 py-4">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-2">
        <h3 id={id} className="font-semibold">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}
