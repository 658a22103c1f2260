/** The address at which callers reach this service. */
export interface Site {
  /** Without a slash at its end. */
  origin(): string;
  /** Called once by the server when it listens. */
  listensAt(url: string): void;
}

/** The public address if there is one, else the listener's. Never one that a request claims. */
export function createSite(publicUrl: string | undefined): Site {
  let listener = "";
  return {
    origin: () => publicUrl ?? listener,
    listensAt(url) {
      listener = url;
    },
  };
}

/** The path prefix that a proxy strips; empty without one. */
export const basePathOf = (site: Site): string => new URL(site.origin()).pathname.replace(/\/$/, "");

/** The page that explains and sells plans. */
export const upgradeUrlOf = (site: Site): string => `${site.origin()}/pricing`;
