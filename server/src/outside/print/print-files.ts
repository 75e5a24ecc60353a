import type { FileExchange } from '../files/port.ts';
import { signedInBy } from '../probe.ts';
import type { Printer } from './port.ts';

/** Documents as pairs of files: `<reference>.pdf`, and `<reference>.json` with the envelope, written last. */
export function openPrintFiles(exchange: FileExchange): Printer {
  return {
    probe: () => signedInBy(exchange.list()),
    async print({ reference, kind, address, pdf }) {
      const document = await exchange.put(`${reference}.pdf`, pdf);
      if (document.kind !== 'done') return document;
      const envelope = { document: `${reference}.pdf`, kind, address };
      return exchange.put(`${reference}.json`, Buffer.from(`${JSON.stringify(envelope, null, 2)}\n`));
    },
  };
}
