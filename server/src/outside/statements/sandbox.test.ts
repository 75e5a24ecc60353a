import { maskCardNumbers } from '@wattle/contract/rules/card-numbers.ts';
import { expect, it } from 'vitest';
import type { FileExchange } from '../files/port.ts';
import { openSandboxStatements } from './sandbox.ts';

/** A folder in memory. */
function givenFolder() {
  const files = new Map<string, Buffer>();
  const folder = {
    list: async () => ({ kind: 'done', value: [...files.keys()].map((name) => ({ name })) }),
    read: async (name: string) => ({ kind: 'done', value: files.get(name) ?? Buffer.alloc(0) }),
    put: async (name: string, content: Buffer) => {
      files.set(name, content);
      return { kind: 'done', value: null };
    },
  } as unknown as FileExchange;
  return { folder, texts: () => [...files.values()].map((content) => content.toString('latin1')).join('') };
}

/** Programmes whose number with the day after it passes the check of card numbers: 17778 20261123. */
const PROGRAMMES = [17_778, 20_012];

it('names nets so that no reference is taken for a card number, whatever the number of the programme', async () => {
  const [scheme, gateway, bank] = [givenFolder(), givenFolder(), givenFolder()];
  const lines = PROGRAMMES.map((programme) => {
    return { programme, day: '2026-11-23', cents: -20_00n, reference: 'R1', words: 'clearings' };
  });
  const sandbox = openSandboxStatements({
    folders: { schemeSettlement: scheme.folder, gateway: gateway.folder, bank: bank.folder },
    booked: { schemeSettlement: async () => lines, gateway: async () => [], bank: async () => [] },
    // Noon of 24 November in Melbourne.
    clock: { now: () => Date.parse('2026-11-24T01:00:00Z') },
  });
  await sandbox.folders.bank.list();
  for (const programme of PROGRAMMES) {
    expect(maskCardNumbers(`${programme}-20261123`)).not.toBe(`${programme}-20261123`);
    const line = `20.00,NET-SC-20261123-P${programme},Net settlement`;
    expect(scheme.texts()).toContain(`,${line}`);
    expect(bank.texts()).toContain(`,-${line}`);
  }
  expect(maskCardNumbers(scheme.texts())).toBe(scheme.texts());
});
