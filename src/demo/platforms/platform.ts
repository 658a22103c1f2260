import type { DemoState, Figures } from "../figures.ts";
import type { ListedEvent } from "../listings.ts";

/** A JSON object of a platform's answers. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** How one platform shows what it lists, in the form that its adapter reads. */
export interface DemoPlatform {
  /** Whether its listing of all that is open has markets in this phase. */
  lists(phase: Figures["phase"]): boolean;
  /** False where results reach back no further than asked for. */
  readonly listsAllResults: boolean;
  /** A body with whole events. `others` are records to add that are no yes/no questions. */
  toBody(demo: DemoState, events: readonly ListedEvent[], now: number, others: readonly unknown[]): unknown;
  /** Records that the adapter must skip. They belong to no topic and never change. */
  readonly oddities: readonly unknown[];
  /** False where its listing has no picture of events. */
  readonly hasPictures: boolean;
}
