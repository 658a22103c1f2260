export { assetRoutes } from "./assets.ts";
export {
  ago,
  ahead,
  cents,
  change,
  contractPrice,
  count,
  counted,
  moment,
  money,
  percent,
  span,
  stamp,
} from "./figures.ts";
export { FORM, findField, identify, identifyOwner, readField, readForm, textOf } from "./form.ts";
export { type Html, html } from "./html.ts";
export { complaint, keyField } from "./key-field.ts";
export { type Page, type PageDeps, pathTo, sentence, toDocument, toErrorDocument } from "./layout.ts";
export { livePart, sign } from "./live.ts";
export { createPublicPages, type PublicPages } from "./public-page.ts";
