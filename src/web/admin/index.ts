import type { Route } from "../../http/route.ts";
import { createAdminAccess } from "./access.ts";
import { createAdminPages } from "./admin-pages.ts";
import { backupPages } from "./backups.ts";
import { keyAdminPages } from "./keys.ts";
import { overviewPages } from "./overview.ts";
import { pairPages } from "./pairs.ts";
import { settingPages } from "./settings.ts";
import { signInPages } from "./sign-in.ts";
import { sourcePages } from "./sources.ts";

/** The operator's pages, for who has the token. */
export function adminPages(): readonly Route[] {
  const access = createAdminAccess();
  const pages = createAdminPages(access);
  return [
    ...overviewPages(pages),
    ...sourcePages(pages),
    ...keyAdminPages(pages),
    ...pairPages(pages),
    ...backupPages(pages),
    ...settingPages(pages),
    ...signInPages(pages, access),
  ];
}
