import type { Bar, Candle } from "../../domain/candles.ts";
import { type Cents, type Micros, ONE } from "../../domain/prices.ts";
import { type Json, writeAscii, writeDecimal, writeText, writeTime } from "../../http/json.ts";

/** A price that came into force, or was already when the window began. */
export interface PublishedPoint extends Pick<Bar, "at" | "close" | "volume"> {
  readonly isCarried?: boolean;
}

/** The fields before the list. */
interface HistoryHead {
  readonly platform: string;
  readonly market_id: string;
  readonly title: string;
  readonly hours: number;
  readonly interval: string;
}

/** Writes a price history with every change. */
export const writePoints = (json: Json, asked: HistoryHead, points: readonly PublishedPoint[]): void =>
  writeSeries(json, asked, "points", points, writePoint);

/** Writes a price history by intervals. */
export const writeCandles = (json: Json, asked: HistoryHead, candles: readonly Candle[]): void =>
  writeSeries(json, asked, "candles", candles, writeCandle);

function writeSeries<T>(
  json: Json,
  asked: HistoryHead,
  name: "points" | "candles",
  list: readonly T[],
  write: (json: Json, one: T) => void,
): void {
  writeText(json, `${JSON.stringify(asked).slice(0, -1)},"${name}":[`);
  let between = "";
  for (const one of list) {
    writeAscii(json, between);
    write(json, one);
    between = ",";
  }
  writeAscii(json, "]}");
}

function writePoint(json: Json, { at, close, volume, isCarried }: PublishedPoint): void {
  writeAscii(json, '{"timestamp":');
  writeTime(json, at);
  writeAscii(json, ',"yes_price":');
  writePrice(json, close);
  writeAscii(json, ',"no_price":');
  writePrice(json, ONE - close);
  writeAscii(json, ',"volume":');
  writeMoney(json, volume);
  writeAscii(json, isCarried === true ? ',"carried":true}' : "}");
}

function writeCandle(json: Json, { start, open, high, low, close, volume, points, isPartial }: Candle): void {
  writeAscii(json, '{"start":');
  writeTime(json, start);
  writeAscii(json, ',"open":');
  writePrice(json, open);
  writeAscii(json, ',"high":');
  writePrice(json, high);
  writeAscii(json, ',"low":');
  writePrice(json, low);
  writeAscii(json, ',"close":');
  writePrice(json, close);
  writeAscii(json, ',"volume":');
  writeMoney(json, volume);
  writeAscii(json, ',"points":');
  writeDecimal(json, points, 0);
  writeAscii(json, isPartial ? ',"partial":true}' : ',"partial":false}');
}

const writePrice = (json: Json, price: Micros): void => writeDecimal(json, price, 6);

const writeMoney = (json: Json, amount: Cents | null): void =>
  amount === null ? writeAscii(json, "null") : writeDecimal(json, amount, 2);
