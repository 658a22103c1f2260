/** Names whose figure is no figure of the question, as patterns over plain text, and what stands for them. */
export const NAMES_WITH_NUMBERS: readonly (readonly [string, string])[] = [
  ["s ?(?:&|and|n)? ?p[- ]?500(?: index)?|spx", "sp500"],
  ["nasdaq[- ]?100(?: index)?|ndx", "nasdaq"],
  ["russell[- ]?2000", "russell"],
  ["nikkei[- ]?225", "nikkei"],
  ["ftse[- ]?100", "ftse"],
  ["dow(?: jones)?(?: industrial average)?(?: 30)?", "dow"],
  ["(?:10|ten)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury10y"],
  ["(?:2|two)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|note)(?: yield| note)?", "treasury2y"],
  ["(?:30|thirty)[- ]?(?:year|yr|y)[- ](?:us )?(?:treasury|yield|bond)(?: yield| bond)?", "treasury30y"],
  ["(?:30|thirty)[- ]?(?:year|yr)(?: fixed)?(?: rate)? mortgage", "mortgage30y"],
  ["formula (?:1|one)|f1", "f1"],
  ["7[- ]eleven", "seveneleven"],
];
