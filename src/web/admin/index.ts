import type { Route } from "../../http/route.ts";
import { createAdminAccess, createAdminPages, signInPages } from "./admin-pages.ts";
import { backupPages } from "./backups.ts";
import { keyAdminPages } from "./keys.ts";
import { pairPages } from "./pairs.ts";
import { reportAdminPages } from "./reports.ts";
import { servicePages } from "./service.ts";
import { sourcePages } from "./sources.ts";

/** The operator's pages. The token opens them. */
export function adminPages(): readonly Route[] {
  const access = createAdminAccess();
  const pages = createAdminPages(access);
  return [
    ...servicePages(pages),
    ...sourcePages(pages),
    ...keyAdminPages(pages),
    ...pairPages(pages),
    ...reportAdminPages(pages),
    ...backupPages(pages),
    ...signInPages(pages, access),
  ];
}
