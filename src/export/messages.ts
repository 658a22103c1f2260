import type { ExportFilter, ExportKind } from "../store/export/export.ts";

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What the thread of an export is given. */
export interface ExportData {
  readonly file: string;
  readonly addonPath: string | undefined;
  readonly kind: ExportKind;
  readonly filter: ExportFilter;
  readonly format: ExportFormat;
  readonly isGzip: boolean;
}

/** What it says: how many rows there will be, then bytes with the rows so far, then its end. */
export type FromExport =
  | { readonly type: "begun"; readonly rows: number }
  | { readonly type: "part"; readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }
  | { readonly type: "done"; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: "failed"; readonly message: string };

/** One more part may be sent, or no more is needed. */
export type ToExport = "next" | "stop";
