import { useSignals } from "@preact/signals-react/runtime";
import { useId } from "react";
import { Link } from "wouter";
import { money } from "../../kit/text.ts";

type Ranked = { id: number | null; name: string; note: string; total: string; href?: string };

/** Sums by name, each with a bar in proportion to the first one. */
export function RankedList({ title, rows }: { title: string; rows: Ranked[] }) {
  useSignals();
  const heading = useId();
  const most = Math.max(...rows.map(({ total }) => Number(total)));
  return (
    <section aria-labelledby={heading} className="card-quiet px-4 py-4">
      <h3 id={heading} className="mb-2 font-semibold">
        {title}
      </h3>
      <ol className="flex flex-col gap-2.5">
        {rows.map(({ id, name, note, total, href }) => (
          <li key={id}>
            <p className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate">
                {href ? (
                  <Link
                    href={href}
                    className="underline-offset-3 hover:underline focus-visible:underline"
                  >
                    {name}
                  </Link>
                ) : (
                  name
                )}
              </span>
              <span className="tabular shrink-0 font-medium">{money(total)}</span>
            </p>
            <div className="flex items-center gap-2">
              <span
                aria-hidden
                className="bg-base-300 h-1.5 min-w-0 flex-1 overflow-hidden rounded-full"
              >
                <span
                  className="bg-primary block h-full rounded-full"
                  style={{ width: `${most > 0 ? (Number(total) / most) * 100 : 0}%` }}
                />
              </span>
              <span className="text-muted text-small tabular shrink-0">{note}</span>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
