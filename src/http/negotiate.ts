import Negotiator from "negotiator";

/** The coding a caller with this Accept-Encoding likes best; undefined where it takes none of them. */
export const prefersEncoding = (header: string, codings: readonly string[]): string | undefined =>
  new Negotiator({ headers: { "accept-encoding": header } }).encoding([...codings]);

/** The media type a caller with this Accept likes best, the first one where it does not say. */
export const prefersType = (header: string | undefined, types: readonly string[]): string | undefined =>
  new Negotiator({ headers: header === undefined ? {} : { accept: header } }).mediaType([...types]);
