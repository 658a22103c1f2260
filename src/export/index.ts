// Exports under way: how many, what they cost, and until when a slow reader is waited for.
export { type ExportRequest, type Exports, openExports } from "./exports.ts";
export { EXPORT_FORMATS, type ExportData, type ExportFormat, type FromExport, type ToExport } from "./messages.ts";
