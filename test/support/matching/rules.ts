/** Two markets with one title, their rules, and what comparing them gives: a veto, or how yes on one stands to the other. */
interface RulesPair {
  readonly title: string;
  readonly a: string;
  readonly b: string;
  readonly verdict: "same" | "inverted" | "deadline" | "threshold" | "predicate";
}

export const RULES_PAIRS: readonly RulesPair[] = [
  {
    title: "Harbour bill passed by June 30, 2027?",
    a: "If the Assembly passes the harbour bill in first reading before Jul 1, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Assembly passes the harbour bill by June 30, 2027. Preliminary and first readings won\'t count.',
    verdict: "predicate",
  },
  {
    title: "Ann Lee next harbour minister by June 30, 2027?",
    a: "If Ann Lee is confirmed as harbour minister before Jul 1, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if Ann Lee is nominated as harbour minister by June 30, 2027.',
    verdict: "predicate",
  },
  {
    title: "Malta ferry fares above 3% in May 2027?",
    a: "If ferry fares, not seasonally adjusted, rise above 3% in May 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if unadjusted ferry fares rise above 3% in May 2027.',
    verdict: "same",
  },
  {
    title: "Harbour party share in the 2027 vote",
    a: "If the Harbour party's share of the 2027 vote is above 30%, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Harbour party\'s share of the 2027 vote is at least 25% and at most 30%.',
    verdict: "threshold",
  },
  {
    title: "Ann Lee out as captain of the Orion by June 30, 2027?",
    a: "If Ann Lee ceases to be captain of the Orion before Jul 1, 2027, then the market resolves to Yes. Announced departures count when they take effect.",
    b: 'This market will resolve to "Yes" if Ann Lee ceases to be captain of the Orion by June 30, 2027, 11:59 PM ET. An announcement of her departure that has not taken effect by then will not qualify.',
    verdict: "same",
  },
  {
    title: "Ann Lee out as captain of the Orion by June 30, 2027?",
    a: "If Ann Lee ceases to be captain of the Orion before Jul 1, 2027, then the market resolves to Yes. Whether she stays aboard as mate is not relevant.",
    b: 'This market will resolve to "Yes" if Ann Lee ceases to be captain of the Orion by June 30, 2027, 11:59 PM ET. If she stays aboard as acting captain, that also counts as being captain.',
    verdict: "same",
  },
  {
    title: "Orion ferry to Malta?",
    a: "If the Orion ferry carries paying passengers to Malta before Jul 1, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Orion ferry carries paying passengers to Malta by June 30, 2027, 11:59 PM ET. Otherwise, this market will resolve to "No".',
    verdict: "same",
  },
  {
    title: "Orion ferry to Malta?",
    a: "If the Orion ferry carries paying passengers to Malta before Jul 1, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Orion ferry carries paying passengers to Malta by December 31, 2028, 11:59 PM ET.',
    verdict: "deadline",
  },
  {
    title: "Next captain of the Orion?: Ann Lee",
    a: "If Ann Lee is the next captain to leave the Orion, whenever that occurs, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if captain Ann Lee leaves the Orion by July 31, 2027, 11:59 PM ET.',
    verdict: "deadline",
  },
  {
    title: "Acme robots sold in Q3 2027",
    a: "If Acme reports more than 40,000 robots sold in Q3 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if Acme reports more than 45,000 robots sold in the third quarter of 2027.',
    verdict: "threshold",
  },
  {
    title: "Nine lighthouses lit on Malta in 2027?",
    a: "If the number of lighthouses lit on Malta in 2027 is at least 9, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if exactly 9 lighthouses are lit on Malta in 2027.',
    verdict: "threshold",
  },
  {
    title: "Acme share at $40 on June 30, 2027",
    a: "If the Acme share price is $40.00 or below at the close of Jun 30, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Acme share price is above $40.00 at the close of June 30, 2027.',
    verdict: "inverted",
  },
  {
    title: "Acme share at $40 in 2027",
    a: "If the Acme share price is at least $40.00 at the close of Dec 31, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Acme share price is at least $40.00 at any time until December 31, 2027.',
    verdict: "predicate",
  },
  {
    title: "Acme robot butler in 2027?",
    a: "If an Acme robot butler is delivered to a customer between Jan 1, 2027 and Dec 31, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if Acme announces a robot butler between January 1 and December 31, 2027. The robot need not be delivered.',
    verdict: "predicate",
  },
  {
    title: "Ann Lee and the Acme Prize of 2027",
    a: "If Ann Lee is nominated for the Acme Prize of 2027 by Nov 30, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if Ann Lee wins the Acme Prize of 2027 by November 30, 2027.',
    verdict: "predicate",
  },
  {
    title: "Acme visitors on May 2, 2027",
    a: "If more than 8,000 people enter the Acme museum on May 2, 2027, then the market resolves to Yes. School groups do not count.",
    b: 'This market will resolve to "Yes" if more than 8,000 school groups and people enter the Acme museum on May 2, 2027.',
    verdict: "predicate",
  },
  {
    title: "Orion treaty article invoked by June 30, 2027",
    a: "If the Orion council invokes Article 7 of the Orion treaty before Jul 1, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Orion council invokes Article 9 of the Orion treaty by June 30, 2027.',
    verdict: "predicate",
  },
  {
    title: "Orion islands leave the Orion treaty before 2028?",
    a: "If no member of the Orion treaty gives formal notice of departure before Jan 1, 2028, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if any member of the Orion treaty gives formal notice of departure by December 31, 2027.',
    verdict: "inverted",
  },
  {
    title: "Ann Lee as captain of the Orion through 2027",
    a: "If Ann Lee remains captain of the Orion until Jan 1, 2028, then the market resolves to Yes. A resignation resolves the market to No.",
    b: 'This market will resolve to "Yes" if Ann Lee ceases to be captain of the Orion by December 31, 2027.',
    verdict: "inverted",
  },
  {
    title: "Orion ferry to Malta?",
    a: "If the Orion ferry carries passengers before 12:00 AM ET on Jan 1, 2028, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Orion ferry carries passengers by 04:59 UTC on January 1, 2028.',
    verdict: "same",
  },
  {
    title: "Acme share at $40 in early 2027",
    a: "If the Acme share price is at least $40.00 at any time after issuance and before Apr 1, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if any 1-minute candle for the Acme share between January 2 and March 31, 2027 has a final "High" price of $40 or more.',
    verdict: "same",
  },
  {
    title: "Ann Lee leads Orion Bros.?",
    a: "If Ann Lee joins Orion Bros. (the shipping company, or its successor) before Jul 1, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if Ann Lee joins Orion Bros. by June 30, 2027, according to the Acme Gazette.',
    verdict: "same",
  },
  {
    title: "Ann Lee in the Acme election of 2027",
    a: "If Ann Lee qualifies for the second round of the 2027 Acme election, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if Ann Lee is elected in the 2027 Acme election.',
    verdict: "predicate",
  },
  {
    title: "Storm on Malta in 2027?",
    a: "If a storm makes landfall on Malta in 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if a storm makes landfall on Malta in 2027. Only storms of Category 3 or above count.',
    verdict: "threshold",
  },
  {
    title: "Five Acme captains gone in 2027?",
    a: "If at least 5 Acme captains leave in 2027, then the market resolves to Yes. Deputy captains of ferries are not counted.",
    b: 'This market will resolve to "Yes" if at least 5 Acme captains leave in 2027. For this market, captains include deputy captains of ferries.',
    verdict: "predicate",
  },
  {
    title: "Malta jobless rate for December 2026",
    a: "If the unemployment rate of Malta for December 2026 is below 4.5%, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the unemployment rate of Malta for December 2026 is 4.5% or higher.',
    verdict: "inverted",
  },
  {
    title: "Orion Bank rate move on June 17, 2027?",
    a: "If the Orion Bank of Malta hikes or cuts the policy rate at its autumn assessment of Jun 17, 2027, then the market resolves to Yes.",
    b: 'This market will resolve to "Yes" if the Orion Bank of Malta maintains the policy rate at its autumn assessment of June 17, 2027.',
    verdict: "inverted",
  },
];
