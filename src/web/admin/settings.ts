import type { SettingInForce } from "../../config.ts";
import type { Context } from "../../context.ts";
import type { Route } from "../../http/route.ts";
import { counted } from "../page/figures.ts";
import { type Html, html } from "../page/html.ts";
import { dataTable } from "../page/table.ts";
import type { AdminPages } from "./admin-pages.ts";

export const settingPages = ({ page }: AdminPages): readonly Route[] => [
  page({
    path: "/admin/settings",
    summary: "Settings in force and where they come from",
    parameters: {},
    render: (context) => ({ title: "Settings", main: settingList(context) }),
  }),
];

const ORIGINS = { flag: "flag", environment: "environment", file: ".env file", default: "default" } as const;

function settingList({ config, log }: Context): Html {
  const own = config.settings.filter(({ origin }) => origin !== "default");
  const rest = config.settings.filter(({ origin }) => origin === "default");
  return html`<p class="lead">Settings are read at the start. A flag overrides the environment, and the \
environment overrides the .env file.</p>
${
  config.warnings.length > 0 &&
  html`<h2>Ignored</h2>\n<ul class="list">${config.warnings.map((warning) => html`<li class="problem">${warning}</li>`)}</ul>`
}
<h2>Changed settings</h2>
${own.length === 0 ? html`<p class="empty">All settings have their defaults.</p>` : settingTable("Changed settings", own, log.level)}
<h2>Defaults</h2>
<p class="sub">${counted(rest.length, "setting")} with the default value.</p>
${settingTable("Defaults", rest, log.level)}`;
}

const settingTable = (caption: string, settings: readonly SettingInForce[], logLevel: string): Html =>
  html`<div class="settings">${dataTable(
    caption,
    ["Setting", "Value", "From"],
    settings.map(
      (
        setting,
      ) => html`<tr><th scope="row" class="name"><code>${setting.variable}</code><span class="sub">${setting.help}</span></th>
<td>${valueText(setting, logLevel)}</td><td>${ORIGINS[setting.origin]}${
        setting.label !== undefined &&
        setting.label !== setting.variable &&
        html`<span class="sub"><code>${setting.label}</code></span>`
      }</td></tr>\n`,
    ),
  )}</div>`;

/** A reload changes the level of the log, and nothing else. */
function valueText({ name, value }: SettingInForce, logLevel: string): Html {
  if (name === "log-level" && value !== logLevel)
    return html`<code>${logLevel}</code><span class="sub">since a reload</span>`;
  return value === undefined ? html`<span class="sub">empty</span>` : html`<code>${value}</code>`;
}
