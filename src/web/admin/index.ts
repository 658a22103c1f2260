import { type Route, route } from "../../http/route.ts";
import { FORM, readForm, requireOwnOrigin, textOf } from "../page/form.ts";
import { pathTo } from "../page/layout.ts";
import { type AdminAccess, createAdminAccess } from "./access.ts";
import { ADMIN_ROUTE, type AdminPages, createAdminPages, lockedPage, toAdminDocument } from "./admin-pages.ts";
import { backupPages } from "./backups.ts";
import { keyAdminPages } from "./keys.ts";
import { overviewPages } from "./overview.ts";
import { pairPages } from "./pairs.ts";
import { settingPages } from "./settings.ts";
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

/** The forms that begin and end a session. */
const signInPages = ({ form }: AdminPages, access: AdminAccess): readonly Route[] => [
  route({
    ...ADMIN_ROUTE,
    method: "POST",
    path: "/admin/sign-in",
    summary: "Begin a session with the token of the operator",
    body: FORM,
    handler(context, _input, { address }, received) {
      requireOwnOrigin(context, received);
      const headers = access.signIn(context, textOf(readForm(received), "token"), { received, address });
      if (headers !== undefined) return { seeOther: pathTo(context, "/admin"), headers };
      return toAdminDocument(
        context,
        lockedPage(context, received, "This is not the operator token. Check it and try again."),
      );
    },
  }),
  form({
    path: "/admin/sign-out",
    summary: "End all sessions of the operator",
    submit: (context) => ({ seeOther: pathTo(context, "/admin"), headers: access.signOut(context) }),
  }),
];
