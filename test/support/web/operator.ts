import type { TestApi } from "../service/api.ts";

/** The operator's pages, below /admin. */
export const OPERATOR_PAGES = [
  ...["", "/sources", "/keys", "/pairs", "/pairs?show=vetoed", "/pairs?show=decided"],
  ...["/reports", "/backups", "/settings"],
];

/** What a browser sends after it has signed in to them. */
export async function signInAsOperator({ post }: Pick<TestApi, "post">, token: string) {
  const { headers } = await post("/admin/sign-in", { token });
  return { Cookie: String(headers["set-cookie"]?.[0]?.split(";")[0]) };
}
