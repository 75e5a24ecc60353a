import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openOrderFiles } from './card-maker/order-files.ts';
import type { PlasticOrder } from './card-maker/port.ts';
import type { FileExchange } from './files/port.ts';
import { openPrintFiles } from './print/print-files.ts';

const PAGES = path.join(import.meta.dirname, '../../../docs/integrate');

/** The example with this mark on a page. */
function exampleOf(page: string, mark: string): Record<string, unknown> {
  const text = readFileSync(path.join(PAGES, page), 'utf8');
  const [, example] = new RegExp(`\`\`\`json ${mark}\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (example === undefined) throw new Error(`${page} has no example ${mark}`);
  return JSON.parse(example) as Record<string, unknown>;
}

function givenExchange() {
  const files = new Map<string, string>();
  const exchange = {
    put: async (name: string, bytes: Uint8Array) => {
      files.set(name, Buffer.from(bytes).toString());
      return { kind: 'done', value: null } as const;
    },
  } as FileExchange;
  return { files, exchange };
}

it('the order on the page of card makers is the file that they get', async () => {
  const { files, exchange } = givenExchange();
  const order: PlasticOrder = {
    reference: '4711',
    cardNumber: '9036000000000017',
    expiry: '2029-11',
    embossedName: 'AMELIA CHEN',
    product: 'Everyday',
    brand: 'wattle',
    scheme: 'Visa',
    address: ['Amelia Chen', '12 Wattle Street', 'Fitzroy VIC 3065'],
  };
  await openOrderFiles(exchange).order(order);
  expect([...files.keys()]).toEqual(['card-4711.json']);
  expect(JSON.parse(files.get('card-4711.json') ?? '')).toEqual(exampleOf('card-maker.md', 'order'));
});

it('the envelope on the page of printers is the file that they get, after its document', async () => {
  const { files, exchange } = givenExchange();
  const address = ['Amelia Chen', '12 Wattle Street', 'Fitzroy VIC 3065'];
  await openPrintFiles(exchange).print({
    reference: 'statement-4712',
    kind: 'statement',
    address,
    pdf: Buffer.from('%PDF'),
  });
  expect([...files.keys()]).toEqual(['statement-4712.pdf', 'statement-4712.json']);
  expect(JSON.parse(files.get('statement-4712.json') ?? '')).toEqual(exampleOf('printer.md', 'envelope'));
});
