import { ArrowDown, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Skeleton } from "../kit/Skeleton.tsx";

/** A figure that opens the list that it counts. */
export type Figure = {
  key: string;
  label: string;
  /** Omitted while it loads. */
  value?: string;
  href?: string;
  /** Against an earlier period, coloured by better or worse, never by up or down. */
  change?: { text: string; isUp: boolean | null; tone: "good" | "bad" | "none" };
  note?: ReactNode;
};

const tones = { good: "text-primary", bad: "text-waiting", none: "" };

/** Cells with a figure each, between thin lines. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl
      className="border-line bg-line rounded-card grid grid-cols-2 gap-px overflow-clip border lg:grid-cols-[repeat(var(--cells),minmax(0,1fr))]"
      style={{ "--cells": figures.length } as object}
    >
      {figures.map(({ key, label, value, href, change, note }, index) => (
        <div
          key={key}
          data-figure={key}
          className={`bg-base-100 flex min-w-0 flex-col gap-0.5 px-4 pt-3.5 pb-4 ${index === figures.length - 1 && index % 2 === 0 ? "max-lg:col-span-2" : ""}`}
        >
          <dt className="text-muted text-small font-semibold">{label}</dt>
          <dd className="tabular mt-1 mb-0.5 text-2xl leading-7 font-semibold tracking-tight">
            <FigureValue value={value} href={href} />
          </dd>
          {value === undefined ? (
            <dd className="h-9" aria-hidden />
          ) : (
            <>
              {change && <Change {...change} />}
              {note && <dd className="text-muted text-small">{note}</dd>}
            </>
          )}
        </div>
      ))}
    </dl>
  );
}

function FigureValue({ value, href }: Pick<Figure, "value" | "href">) {
  if (value === undefined) return <Skeleton className="h-7 w-20" />;
  if (!href) return value;
  return (
    <Link href={href} className="underline-offset-3 hover:underline focus-visible:underline">
      {value}
    </Link>
  );
}

function Change({ text, isUp, tone }: NonNullable<Figure["change"]>) {
  const Arrow = isUp ? ArrowUp : ArrowDown;
  return (
    <dd data-tone={tone} className={`text-small flex items-center gap-0.5 ${tones[tone]}`}>
      {isUp !== null && <Arrow size={13} strokeWidth={2.2} aria-hidden className="shrink-0" />}
      {text}
    </dd>
  );
}
