import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client";

export type { Registry };

/** A registry that has the figures of the process and of Node: memory, CPU time, event-loop delay. */
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
