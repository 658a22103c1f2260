// Titles: event and outcome as two parts, equal titles told apart, markets made to try a platform out.
export { type Alike, authorOf, tellApart } from "./alike.ts";
export { splitTitle, type Titled, type TitleParts } from "./parts.ts";
export { quotedText } from "./quoted.ts";
export { isTestMarket, withAuthor } from "./test-markets.ts";
