import type { FileExchange } from '../files/port.ts';
import { signedInBy } from '../probe.ts';
import type { CardMaker } from './port.ts';

/** Card orders as files, one per card: `card-<reference>.json`. */
export function openOrderFiles(exchange: FileExchange): CardMaker {
  return {
    probe: () => signedInBy(exchange.list()),
    order: (order) => exchange.put(`card-${order.reference}.json`, Buffer.from(`${JSON.stringify(order, null, 2)}\n`)),
  };
}
