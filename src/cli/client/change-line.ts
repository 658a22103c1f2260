/** A change as the stream sends it. */
export interface StreamedChange {
  readonly type: string;
  readonly seq?: number;
  readonly observed_at?: string;
  readonly platform?: string;
  readonly id?: string;
  readonly question_id?: string | null;
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly [member: string]: unknown;
}

const TYPE_WIDTH = 8;

/** A change as a line for people: when, what, of what, and the new state. Undefined for what is no change. */
export function toChangeLine(change: StreamedChange): string | undefined {
  if (change.type === "heartbeat") return undefined;
  const time = change.observed_at?.slice(11, 19) ?? "--:--:--";
  return `${time}  ${change.type.padEnd(TYPE_WIDTH)}  ${toText(change)}`.replaceAll(CONTROL, " ");
}

/** Titles come from strangers, and a terminal obeys such characters. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu;

function toText(change: StreamedChange): string {
  const { type, platform, id, question_id } = change;
  const data = change.data ?? {};
  const name = platform === undefined ? (question_id ?? "") : id === undefined ? platform : `${platform}:${id}`;
  switch (type) {
    case "price":
      return `${name}  ${quotesOf(data)}`;
    case "listed":
      return `${name}  ${quotesOf(data)}  ${data.title}`;
    case "status":
      return `${name}  ${change.data ? `${data.status}  ${data.title}` : "no longer passes the filter"}`;
    case "resolved":
      return `${name}  ${data.outcome ?? "unknown"}`;
    case "match":
      return `${name}  ${change.data ? `${data.title}: ${listOf(data.platforms)}` : "no longer matched"}`;
    case "spread":
      return `${name}  ${change.data ? data.summary : "gone"}`;
    case "source":
      return `${name}  ${data.last_error ?? `${data.open_markets} open markets`}`;
    case "reset":
      return `changes were lost; read again: ${listOf(change.snapshots)}`;
    default:
      return Object.entries(change)
        .filter(([member]) => member !== "type" && member !== "seq")
        .map(([member, value]) => `${member} ${JSON.stringify(value)}`)
        .join(", ");
  }
}

const quotesOf = ({ yes_price, best_bid, best_ask }: Readonly<Record<string, unknown>>): string =>
  `${percent(yes_price)}  bid ${cents(best_bid)} ask ${cents(best_ask)}`;

const percent = (price: unknown): string => (typeof price === "number" ? `${(price * 100).toFixed(1)}%` : "no price");

const cents = (price: unknown): string => (typeof price === "number" ? `${Number((price * 100).toFixed(2))}¢` : "–");

const listOf = (values: unknown): string => (Array.isArray(values) ? values.join(", ") : "");
