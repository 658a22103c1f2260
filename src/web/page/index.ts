// What every page is made of: markup, layout, figures, forms and the limit by address.
export { assetPath, assetRoutes } from "./assets.ts";
export { command, copyButton } from "./command.ts";
export { FEED_TYPES, type FeedFormat, type FeedLink, feedAnchor, feedPath } from "./feed-link.ts";
export {
  ago,
  ahead,
  cents,
  centsHundredths,
  change,
  changeText,
  count,
  counted,
  differenceText,
  fileSize,
  limitText,
  moment,
  money,
  percent,
  percentOfNo,
  percentTenths,
  points,
  shortDay,
  span,
  stamp,
  toScoreText,
} from "./figures.ts";
export { FORM, findField, identify, identifyOwner, readField, readForm, textOf } from "./form.ts";
export { GAP_MEANING, gapNote, gapOf, singleReason } from "./gap.ts";
export { type PageHead, SITE_PICTURE } from "./head.ts";
export { helpFor, nameFields, withoutWrong, wrongParameters } from "./help.ts";
export { type Html, html } from "./html.ts";
export { complaint, keyField } from "./key-field.ts";
export { type Page, type PageDeps, pathTo, sentence, toDocument, toErrorDocument } from "./layout.ts";
export {
  eventFile,
  eventPath,
  fileAnchor,
  marketPath,
  platformTag,
  questionFile,
  questionPath,
  safeLink,
} from "./links.ts";
export { beginPage, type Followed, livePart, type PageMoment, sign } from "./live.ts";
export { idOfPicture, pathPicture } from "./picture-file.ts";
export { createPublicPages, type PublicPages } from "./public-page.ts";
export {
  EMBED_HEIGHT,
  EMBED_WIDTH,
  embedPath,
  frameOf,
  previewPath,
  sharedHead,
  shareSection,
} from "./sharing.ts";
export { passErrorText, readMatchNotes, readSourceNotes, sourceNotes } from "./source-notes.ts";
export { dataTable, type Heading } from "./table.ts";
export {
  alikeNotes,
  outcomeOnly,
  quoted,
  titleHeading,
  titleLink,
  titleParts,
} from "./titles.ts";
