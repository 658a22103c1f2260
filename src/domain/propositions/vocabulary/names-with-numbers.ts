/** Names and terms whose figures mean something of their own: a pattern of plain text, and its replacement. */
export const NAMES_WITH_NUMBERS: readonly (readonly [string, string])[] = [
  ["s ?(?:&|and|n)? ?p[- ]?500(?: index)?|spx", "sp500"],
  ["nasdaq[- ]?100(?: index)?|ndx", "nasdaq"],
  ["russell[- ]?2000", "russell"],
  ["dow(?: jones)?(?: industrial average)?(?: 30)?", "dow"],
  ["(?:10|ten)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury10y"],
  ["(?:2|two)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury2y"],
  ["(?:30|thirty)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|bond)(?: yield| bond)?", "treasury30y"],
  ["(?:30|thirty)[- ]?(?:year|yr)(?: fixed)?(?: rate)? mortgage", "mortgage30y"],
  ["formula (?:1|one)", "f1"],
  ["#1|no\\. ?1|number[- ](?:1|one)(?! ?[.0-9])|1st overall", "numberone"],
  ["(?:a )?quarter[- ](?:percentage[- ])?point", "25 bps"],
  ["(?:a )?half[- ](?:percentage[- ])?point", "50 bps"],
];

/** Numbered events: a pattern of the name, and the year before the first edition. */
export const EDITIONS: readonly (readonly [string, number])[] = [
  ["super ?bowl", 1966],
  ["(?:academy awards?|oscars?)", 1928],
  ["(?:primetime )?emm(?:y|ys|ies)(?: awards?)?", 1948],
  ["(?:annual )?gramm(?:y|ys|ies)(?: awards?)?", 1958],
  ["golden globes?(?: awards?)?", 1943],
  ["tony(?:s| awards?)", 1947],
  ["(?:bafta|british academy film)s?(?: awards?)?", 1947],
  ["wrestlemania", 1984],
];
