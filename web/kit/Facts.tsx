import type { ReactNode } from "react";

export type Fact = {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  tone?: "waiting" | "error";
};

const tones = { waiting: "text-waiting", error: "text-error" };

/** The main figures of a page in a strip; two by two on a phone. */
export const Facts = ({ cells }: { cells: Fact[] }) => (
  <dl className="card-quiet divide-line max-md:*:border-line grid grid-cols-2 max-md:*:even:border-l max-md:*:nth-[n+3]:border-t max-md:*:odd:last:col-span-2 md:auto-cols-fr md:grid-flow-col md:grid-cols-none md:divide-x">
    {cells.map(({ label, value, note, tone }) => (
      <div key={label} className="min-w-0 px-4 py-3">
        <dt className="text-muted text-small font-semibold">{label}</dt>
        <dd
          className={`text-title tabular mt-0.5 truncate font-semibold ${tone ? tones[tone] : ""}`}
        >
          {value}
        </dd>
        {note && <dd className="text-muted text-small text-pretty">{note}</dd>}
      </div>
    ))}
  </dl>
);
