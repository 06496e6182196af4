type Labels = Record<string, string | number>;
type Kind = "counter" | "gauge" | "histogram";

/**
 * One figure in the format that Prometheus reads. The `suffix` and `labels` of a sample follow the
 * name.
 */
export type Metric = {
  name: string;
  help: string;
  kind: Kind;
  samples: { suffix?: string; labels?: Labels; value: number }[];
};

/** Upper bounds (s) of the times of requests. */
const bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10];

const counts = new Map<
  string,
  { name: string; help: string; byLabels: Map<string, { labels: Labels; value: number }> }
>();
const durations = { byBound: bounds.map(() => 0), sum: 0, count: 0 };

/**
 * Counts an event in this process. Labels are names from our own code: never ids, numbers or
 * addresses.
 */
export function count(name: string, help: string, labels: Labels = {}) {
  const metric = counts.get(name) ?? { name, help, byLabels: new Map() };
  counts.set(name, metric);
  const key = JSON.stringify(labels);
  const counter = metric.byLabels.get(key) ?? { labels, value: 0 };
  counter.value += 1;
  metric.byLabels.set(key, counter);
}

/** Notes the time (s) of a request. */
export function observeRequest(seconds: number) {
  bounds.forEach((bound, index) => seconds <= bound && (durations.byBound[index]! += 1));
  durations.sum += seconds;
  durations.count += 1;
}

/** The metrics since this process began. */
export const counted = (): Metric[] => [
  ...[...counts.values()].map(({ name, help, byLabels }): Metric => ({
    name,
    help,
    kind: "counter",
    samples: [...byLabels.values()],
  })),
  {
    name: "balcao_http_request_duration_seconds",
    help: "How long calls took.",
    kind: "histogram",
    samples: [
      ...bounds.map((bound, index) => ({
        suffix: "_bucket",
        labels: { le: bound },
        value: durations.byBound[index]!,
      })),
      { suffix: "_bucket", labels: { le: "+Inf" }, value: durations.count },
      { suffix: "_sum", value: durations.sum },
      { suffix: "_count", value: durations.count },
    ],
  },
];

/** The text that Prometheus scrapes. */
export const exposition = (metrics: Metric[]) =>
  metrics
    .map(({ name, help, kind, samples }) =>
      [
        `# HELP ${name} ${escaped(help)}`,
        `# TYPE ${name} ${kind}`,
        ...samples.map(
          ({ suffix = "", labels, value }) => `${name}${suffix}${labelText(labels)} ${value}`,
        ),
        "",
      ].join("\n"),
    )
    .join("");

function labelText(labels: Labels = {}): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(String(value)).replaceAll('"', String.raw`\"`)}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

const escaped = (text: string) =>
  text.replaceAll("\\", String.raw`\\`).replaceAll("\n", String.raw`\n`);
