import { type ReactNode, useId } from "react";

/** A card beside the timeline, with its heading. */
export function Card({
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
    <section aria-labelledby={id} className="card-quiet px-4 py-3.5">
      <div className="flex min-h-7 items-center gap-2">
        <h2 id={id} className="min-w-0 flex-1 font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
