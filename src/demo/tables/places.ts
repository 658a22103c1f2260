/** Places, and what is usual there. */
const list = (text: string): string[] => text.split(",").map((name) => name.trim());

/** States, "Name|Code", with the chance that a Democrat wins a statewide race. */
export const STATES: readonly (readonly [name: string, code: string, blue: number])[] = [
  ["Georgia", "GA", 0.46],
  ["North Carolina", "NC", 0.44],
  ["Arizona", "AZ", 0.49],
  ["Nevada", "NV", 0.52],
  ["Wisconsin", "WI", 0.51],
  ["Pennsylvania", "PA", 0.53],
  ["Michigan", "MI", 0.55],
  ["Ohio", "OH", 0.31],
  ["Florida", "FL", 0.22],
  ["Iowa", "IA", 0.27],
  ["Colorado", "CO", 0.86],
  ["New Hampshire", "NH", 0.66],
  ["Alaska", "AK", 0.3],
  ["Washington", "WA", 0.9],
  ["Illinois", "IL", 0.93],
  ["Maryland", "MD", 0.92],
  ["Indiana", "IN", 0.13],
  ["Missouri", "MO", 0.15],
  ["Kansas", "KS", 0.17],
  ["South Carolina", "SC", 0.12],
  ["Oregon", "OR", 0.88],
  ["Utah", "UT", 0.06],
  ["Kentucky", "KY", 0.2],
  ["Louisiana", "LA", 0.1],
];

/** Cities with the name that their weather markets use, and the usual daily high in each month, in degrees Fahrenheit. */
export const CITIES: readonly { readonly name: string; readonly code: string; readonly highs: readonly number[] }[] = [
  { name: "New York City", code: "NY", highs: [40, 43, 51, 62, 72, 81, 86, 84, 77, 65, 54, 44] },
  { name: "Chicago", code: "CHI", highs: [32, 36, 47, 59, 71, 81, 85, 83, 76, 63, 48, 36] },
  { name: "Miami", code: "MIA", highs: [76, 78, 80, 83, 86, 89, 91, 91, 89, 86, 82, 78] },
  { name: "Austin", code: "AUS", highs: [62, 66, 73, 80, 87, 93, 96, 98, 91, 82, 71, 63] },
  { name: "Denver", code: "DEN", highs: [45, 46, 55, 61, 71, 83, 90, 87, 79, 65, 53, 44] },
  { name: "Los Angeles", code: "LAX", highs: [67, 67, 69, 71, 73, 77, 82, 83, 82, 77, 72, 67] },
  { name: "Philadelphia", code: "PHIL", highs: [41, 44, 53, 65, 74, 83, 88, 86, 79, 67, 56, 46] },
];

export const EUROVISION =
  list(`Sweden, Finland, Italy, France, Israel, Ukraine, Greece, Norway, Switzerland, Austria, Netherlands, Spain, Croatia,
  Denmark, Australia, Lithuania, United Kingdom, Estonia, Portugal, Malta`);

export const WORLD_CUP =
  list(`Spain, France, England, Brazil, Argentina, Portugal, Germany, Netherlands, Italy, Morocco, Belgium, Colombia, Croatia,
  Uruguay, United States|USA, Japan, Norway, Mexico`);

/** National leaders by office, so that no real person is named. */
export const LEADERS =
  list(`Prime Minister of the United Kingdom, President of France, Chancellor of Germany, Prime Minister of Japan,
  Prime Minister of Canada, Prime Minister of Israel, President of Brazil, President of South Korea, Prime Minister of Spain,
  Prime Minister of Italy, President of Turkey, President of Argentina, Prime Minister of India, President of Venezuela`);
