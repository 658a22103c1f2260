// All rows of a kind, as of one moment.
export {
  EXPORT_KINDS,
  type Export,
  type ExportFilter,
  type ExportKind,
  type ExportRow,
  openExport,
} from "./export.ts";
