import type { SettlementSource } from "../../domain/markets.ts";
import { type Db, prepare } from "../database/db.ts";
import { parseSettlementSource } from "../settlement-source.ts";
import type { Question } from "./question.ts";

/** By market key; markets without one are missing. */
export interface QuestionRules {
  /** The platform's own texts. */
  readonly rules: ReadonlyMap<number, string>;
  /** What the platform names as deciding the outcome. */
  readonly settlementSources: ReadonlyMap<number, SettlementSource>;
}

export function openRules(db: Db): (question: Question) => QuestionRules {
  const select = prepare(db, "questions", "rules");
  return ({ members }) => {
    const rows = select.all({ keys: JSON.stringify(members.map(({ marketKey }) => marketKey)) }) as RulesColumns[];
    const rules = new Map<number, string>();
    const settlementSources = new Map<number, SettlementSource>();
    for (const { marketKey, description, settlementSource } of rows) {
      if (description !== null) rules.set(marketKey, description);
      const source = parseSettlementSource(settlementSource);
      if (source !== null) settlementSources.set(marketKey, source);
    }
    return { rules, settlementSources };
  };
}

interface RulesColumns {
  readonly marketKey: number;
  readonly description: string | null;
  readonly settlementSource: string | null;
}
