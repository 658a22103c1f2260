/** Where callers reach this service. */
export interface Site {
  /** Without a slash at its end. */
  origin(): string;
  /** Told once by the server where it listens. */
  listensAt(url: string): void;
}

/** The public address where one is set, else that of the listener; never what a request claims. */
export function createSite(publicUrl: string | undefined): Site {
  let listener = "";
  return {
    origin: () => publicUrl ?? listener,
    listensAt(url) {
      listener = url;
    },
  };
}

/** Where plans are explained and bought. */
export const upgradeUrlOf = (site: Site): string => `${site.origin()}/pricing`;
