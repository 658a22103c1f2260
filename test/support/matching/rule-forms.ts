import type { RulesPair } from "./rules.ts";

/** As `RULES_PAIRS`: forms in which rules say days, spans, ordinals, sources and what does not count. */
export const RULE_FORMS: readonly RulesPair[] = [
  {
    title: "Acme says robot in its Q2 call?",
    a: "If Acme says robot during its Q2 FY2027 call, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if Acme says robot during its Q2 fiscal 2027 call.',
    verdict: "same",
  },
  {
    title: "Orion yield above 5% in 2027?",
    a: "If the Orion yield is above 5.00% on any single business day in 2027, then the market resolves to Yes.",
    b: "Resolves to Yes if the Orion yield is above 5% for the last business day of 2027.",
    verdict: "predicate",
  },
  {
    title: "Orion rate below 3% in 2027?",
    a: "If the upper bound of the Orion rate is below 3.00% on December 31, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if at any time in 2027 the upper bound of the Orion rate is set under 3.00%.',
    verdict: "predicate",
  },
  {
    title: "Acme grosses more than $130 million in 2027?",
    a: "If the Acme toy grosses more than $130 million in its first three days in 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Acme toy grosses more than $130 million in its first seven days in 2027.',
    verdict: "predicate",
  },
  {
    title: "Orion bill passed in 2027?",
    a: "If the senate passes the Orion bill in first reading in 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the senate passes the Orion bill in its third and final reading in 2027.',
    verdict: "predicate",
  },
  {
    title: "Acme profit above $80 in 2027?",
    a: "If the GAAP profit of Acme in 2027 is above $80, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the non-GAAP profit of Acme in 2027 is above $80. The GAAP profit is used if there is no other.',
    verdict: "predicate",
  },
  {
    title: "Ann Lee released by June 30, 2027?",
    a: "If Ann Lee is released from custody before Jul 1, 2027, then the market resolves to Yes. Release on bail counts.",
    b: 'This market will resolve to "Yes" if Ann Lee is released from custody by June 30, 2027. A release on bail will count provided that she is not detained again.',
    verdict: "same",
  },
  {
    title: "Acme ferries in Boston by the end of 2027?",
    a: "If Acme offers ferries in Boston before Jan 1, 2028, then the market resolves to Yes. Trips with a pilot do not count.",
    b: "No pilot, and not only for guests. Acme offers ferries in Boston by the end of 2027.",
    verdict: "unproven",
  },
  {
    title: "Acme jobless rate for May 2027 above 4.5%?",
    a: "If the jobless rate of Acme for May 2027 is above 4.5%, then the market resolves to Yes.",
    b: "Jobless rate of Acme above 4.5%, first print in June 2027.",
    verdict: "unproven",
  },
  {
    title: "Acme shares traded before 2028?",
    a: "If shares of Acme are traded on a US exchange before Jan 1, 2028, then the market resolves to Yes.",
    b: "Shares of Acme must be traded on NYSE or Nasdaq before Jan 1, 2028.",
    verdict: "unproven",
  },
  {
    title: "Ann Lee above 41% on January 31, 2027?",
    a: "If the rating of Ann Lee as shown in the Orion Gazette is above 41% on January 31, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the rating of Ann Lee is over 41% on January 31, 2027. The resolution source is Acme; figures of the Orion Gazette will not be considered.',
    verdict: "predicate",
  },
  {
    title: "Price of milk above $4.00 on March 31, 2027?",
    a: "If the average price of milk in the United States on March 31, 2027 is above $4.00, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the average price of milk in the state of California is above $4.00 on March 31, 2027.',
    verdict: "predicate",
  },
  {
    title: "Ann Lee out as mayor by June 30, 2027?",
    a: 'This market will resolve to "Yes" if Ann Lee ceases to be mayor by June 30, 2027. An announcement of her departure will immediately resolve this market to "Yes".',
    b: "If Ann Lee ceases to be mayor before Jul 1, 2027, then the market resolves to Yes. An announcement of her departure does not resolve the market to Yes.",
    verdict: "predicate",
  },
  {
    title: "Orion coin above $2 by June 30, 2027?",
    a: "If the price of the Orion coin goes above $2 (even temporarily) between May 1, 2027 and June 30, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the price of the Orion coin is above $2 at 5 PM ET on June 30, 2027.',
    verdict: "predicate",
  },
];
