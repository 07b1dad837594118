/** Figures that the house publishes for Prometheus, summed up for a person. */
export interface Figures {
  readonly sockets: number;
  readonly entries: ReadonlyMap<string, number>;
  readonly refusals: readonly (readonly [code: string, count: number])[];
  readonly requests: number;
  readonly mean_ms: number;
  /** 95 % of requests were answered within this time. */
  readonly most_ms: number;
}

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export function samples(text: string): Sample[] {
  return text.split("\n").flatMap((line) => {
    const found = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)/i.exec(line);
    if (!found || line.startsWith("#")) return [];
    const labels = Object.fromEntries([...(found[2] ?? "").matchAll(/(\w+)="([^"]*)"/g)].map((one) => [one[1], one[2]]));
    return [{ name: found[1] ?? "", labels, value: Number(found[3]) }];
  });
}

export function figures(text: string): Figures {
  const all = samples(text);
  const of = (name: string) => all.filter((one) => one.name === name);
  const sum = (name: string) => of(name).reduce((whole, one) => whole + one.value, 0);
  const requests = sum("taisai_request_seconds_count");
  const refusals = of("taisai_refusals_total").map((one) => [one.labels["code"] ?? "", one.value] as const);
  return {
    sockets: sum("taisai_sockets"),
    entries: new Map(of("taisai_entries_total").map((one) => [one.labels["table"] ?? "", one.value])),
    refusals: refusals.sort(([, one], [, other]) => other - one),
    requests,
    mean_ms: requests ? (sum("taisai_request_seconds_sum") / requests) * 1000 : 0,
    most_ms: quantile(of("taisai_request_seconds_bucket"), requests * 0.95),
  };
}

function quantile(buckets: readonly Sample[], wanted: number): number {
  const by = new Map<number, number>();
  for (const { labels, value } of buckets) {
    const edge = labels["le"] === "+Inf" ? Infinity : Number(labels["le"]);
    by.set(edge, (by.get(edge) ?? 0) + value);
  }
  const edges = [...by].sort(([one], [other]) => one - other);
  return (edges.find(([, count]) => count >= wanted)?.[0] ?? 0) * 1000;
}
