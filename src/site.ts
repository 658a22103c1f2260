/** The address at which callers reach this service. */
export type Site = ReturnType<typeof createSite>;

/** The public address if there is one, else the listener's. Never one that a request claims. */
export function createSite(publicUrl: string | undefined) {
  let listener = "";
  return {
    /** Without a slash at its end. */
    origin: (): string => publicUrl ?? listener,
    /** Called once by the server when it listens. */
    listensAt(url: string): void {
      listener = url;
    },
  };
}

/** The path prefix that a proxy strips; empty without one. */
export const basePathOf = (site: Site): string => new URL(site.origin()).pathname.replace(/\/$/, "");

/** The page that explains and sells plans. */
export const upgradeUrlOf = (site: Site): string => `${site.origin()}/pricing`;
