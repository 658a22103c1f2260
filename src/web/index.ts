import type { Config } from "../config.ts";
import type { Route } from "../http/route.ts";
import { assetRoutes } from "./assets.ts";
import { billingPages } from "./billing.ts";
import { demoPaymentPages } from "./demo-payment.ts";
import { pricingPages } from "./pricing.ts";

/** Every page of the site and the files they need. */
export const createPages = ({ isDemo }: Pick<Config, "isDemo">): readonly Route[] => [
  ...assetRoutes(),
  ...pricingPages(),
  ...billingPages(),
  ...(isDemo ? demoPaymentPages() : []),
];
