/** Markets are read, then compared, then the best of their pairs are chosen. */
export const MATCHING_STAGES = ["read", "compare", "choose"] as const;

/** How far matching many markets is. */
export interface MatchingUnderWay {
  readonly stage: (typeof MATCHING_STAGES)[number];
  /** Markets that this stage has done, and that it has in all. */
  readonly done: number;
  readonly total: number;
}

/** "Still matching: 1,200 of 4,000 markets compared." */
export const progressText = ({ stage, done, total }: MatchingUnderWay): string =>
  `Still matching: ${counted(done)} of ${counted(total)} markets ${STAGE_WORDS[stage]}.`;

/** What matching under way means for readers. */
export const MATCHING_MEANING = "Until it ends, questions and spreads are missing.";

/** Both in one text. */
export const matchingText = (matching: MatchingUnderWay): string => `${progressText(matching)} ${MATCHING_MEANING}`;

const counted = (count: number): string => count.toLocaleString("en-US");

/** What a stage has done with its markets. */
export const STAGE_WORDS = { read: "read", compare: "compared", choose: "matched" } as const;
