import { mix, unit } from "../../../src/demo/chance.ts";

const COMMON = `the in of by win before be and to will above end at 2026 2027 for on than more president election price
  market new rate day bitcoin game first year state world trump vote usd us out league cup season points under close team
  federal party house lead best top next over record ethereum hit governor senate deal war ceasefire bill act approval
  inflation cut hike growth jobs launch release album film award song city rain snow temperature high low degrees goals
  runs yards sets match series final playoffs champion division conference coach trade draft signed sold bank court ruling
  case minister parliament seats majority mayor primary nominee poll percent million billion index stock shares earnings
  revenue ipo merger model agent chip rocket orbit moon mars drug trial vaccine outbreak storm hurricane earthquake oil
  gold silver gas dollar euro yen`.split(/\s+/);
const BEGINNINGS =
  "ba be bo bra ca ce cor da del do e fa fer ga gre ha hol i ja ka kel la le lo ma mer mo na no o pa per";
const ENDINGS =
  "ra rin sa sen sky son ta tan ter ti ton ville wick wood za ker land ley man more nov ski vic well ward";
const VOCABULARY_WORDS = 20_000;

/** Words from the commonest to the rarest; the later ones are made up. */
export const VOCABULARY: readonly string[] = makeVocabulary();

function makeVocabulary(): string[] {
  const [beginnings, endings] = [BEGINNINGS.split(" "), ENDINGS.split(" ")];
  const words = new Set(COMMON);
  for (let number = 0; words.size < VOCABULARY_WORDS; number++) {
    const part = (place: number): number => mix(number, place);
    const middle = part(3) % 2 === 0 ? "" : (beginnings[part(4) % beginnings.length] ?? "");
    words.add((beginnings[part(1) % beginnings.length] ?? "") + middle + (endings[part(2) % endings.length] ?? ""));
    if (number > 40 * VOCABULARY_WORDS) words.add(`name${number}`);
  }
  return [...words];
}

/** A word by how often such words are used: the n-th is drawn in proportion to 1 / n. */
export const drawWord = (key: number, place: number): string =>
  VOCABULARY[Math.floor(VOCABULARY.length ** unit(mix(key, place))) - 1] ?? "the";

/** One of a list, all of them as likely. */
export const drawOne = <T>(list: readonly [T, ...T[]], key: number, place: number): T =>
  list[mix(key, place) % list.length] ?? list[0];

const name = (key: number, place: number): string => {
  const word = drawWord(mix(key, place), 7);
  return (word.length < 4 ? `${word}ton` : word).replace(/^./, (letter) => letter.toUpperCase());
};
const YEARS = ["2026", "2027", "2028"] as const;
const MONTHS = ["January", "March", "April", "June", "July", "September", "October", "December"] as const;

/** Questions as the platforms word them; the rest of each is drawn by the key. */
const FORMS: readonly [(key: number) => string, ...((key: number) => string)[]] = [
  (key) =>
    `Will ${name(key, 1)} ${name(key, 2)} win the ${drawOne(YEARS, key, 3)} ${name(key, 4)} ${drawWord(key, 5)} election?`,
  (key) =>
    `Will ${drawWord(key, 1)} be above ${mix(key, 2) % 5000} by ${drawOne(MONTHS, key, 3)} ${drawOne(YEARS, key, 4)}?`,
  (key) => `${name(key, 1)} at ${name(key, 2)}: will ${name(key, 1)} win by ${mix(key, 3) % 40} points?`,
  (key) => `Will the ${drawWord(key, 1)} ${drawWord(key, 2)} ${drawWord(key, 3)} before ${drawOne(MONTHS, key, 4)}?`,
  (key) => `Bitcoin above $${(mix(key, 1) % 300) * 500} on ${drawOne(MONTHS, key, 2)} ${(mix(key, 3) % 28) + 1}?`,
  (key) =>
    `How many ${drawWord(key, 1)} will ${name(key, 2)} have at the end of ${drawOne(YEARS, key, 3)}? ${mix(key, 4) % 200}`,
  (key) => `Will ${name(key, 1)} ${name(key, 2)} ${drawWord(key, 3)} the ${drawWord(key, 4)} of ${name(key, 5)}?`,
  (key) =>
    `Highest temperature in ${name(key, 1)} on ${drawOne(MONTHS, key, 2)} ${(mix(key, 3) % 28) + 1}: ${mix(key, 4) % 110}°F?`,
];

/** The question with that number; the same number gives the same words. */
export const questionOf = (number: number): string => drawOne(FORMS, number, 11)(mix(number, 12));

/** What one of several outcomes is called. */
export const outcomeOf = (number: number): string => `${name(number, 21)} ${name(number, 22)}`;
