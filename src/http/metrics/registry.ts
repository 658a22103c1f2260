import { Counter, collectDefaultMetrics, Gauge, Histogram, type HistogramConfiguration, Registry } from "prom-client";

export type { Registry };

/** A registry with the figures of the process and of Node: memory, CPU time, event-loop delay. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}

export const counter = <T extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: T[],
): Counter<T> => new Counter({ name, help, labelNames, registers: [registry] });

export const gauge = <T extends string>(registry: Registry, name: string, help: string, labelNames: T[]): Gauge<T> =>
  new Gauge({ name, help, labelNames, registers: [registry] });

export const histogram = <T extends string>(
  registry: Registry,
  configuration: Omit<HistogramConfiguration<T>, "registers">,
): Histogram<T> => new Histogram({ ...configuration, registers: [registry] });
