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

/** The path that stands before every other, where a proxy takes it off; empty where there is none. */
export const basePathOf = (site: Site): string => new URL(site.origin()).pathname.replace(/\/$/, "");

/** Where plans are explained and bought. */
export const upgradeUrlOf = (site: Site): string => `${site.origin()}/pricing`;
