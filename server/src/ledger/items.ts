import { CURRENCY } from '../platform/money.ts';
import type { Cents } from '../platform/money.ts';
import type { Item, TransferItem } from './books.domain.ts';
import type { Command, HoldId, LedgerAccountId, TransferCommand, TransferId } from './ledger.ts';
import { additionHash, holdHash, transferHash } from './payload.ts';

/** Rows that commands name by id. Their accounts never change, so they are read before the locks. */
export type Named = {
  readonly holds: ReadonlyMap<HoldId, LedgerAccountId>;
  readonly transfers: ReadonlyMap<
    TransferId,
    { readonly debit: LedgerAccountId; readonly credit: LedgerAccountId; readonly amount: Cents }
  >;
};

const NO_ONE = 0n;

/** The commands with the rows that they name and the hashes of their payloads. */
export function toItem(command: Command, named: Named): Item {
  switch (command.do) {
    case 'post':
    case 'capture':
    case 'reverse':
      return toTransfer(command, named);
    case 'linked':
      return { do: 'linked', transfers: command.transfers.map((transfer) => toTransfer(transfer, named)) };
    case 'hold': {
      const { forced = false, currency = CURRENCY, tolerance = 0n, tolerancePoints = 0 } = command;
      const item = { ...command, forced, currency, tolerance, tolerancePoints };
      return { ...item, hash: holdHash(item) };
    }
    case 'add': {
      const { currency = CURRENCY } = command;
      return { ...command, currency, hash: additionHash(command) };
    }
    case 'release':
    case 'close':
      return command;
  }
}

function toTransfer(command: TransferCommand, named: Named): TransferItem {
  const { key, code, effectiveAt, postedAt, forced = false, currency = CURRENCY } = command;
  const common = { do: 'transfer', key, code, effectiveAt, postedAt, forced, currency } as const;
  switch (command.do) {
    case 'post': {
      const { debit, credit, amount, ceiling } = command;
      return withHash({ ...common, debit, credit, amount, ceiling, hold: null, reverses: null });
    }
    case 'capture': {
      const { hold, credit, amount } = command;
      const debit = named.holds.get(hold);
      const item = { ...common, debit: debit ?? NO_ONE, credit, amount, hold, reverses: null };
      return withHash(debit === undefined ? { ...item, unknown: 'unknown_hold' } : item);
    }
    case 'reverse': {
      const reverses = command.transfer;
      const original = named.transfers.get(reverses);
      const item = { ...common, hold: null, reverses };
      if (!original) {
        return withHash({ ...item, debit: NO_ONE, credit: NO_ONE, amount: 1n, unknown: 'unknown_transfer' });
      }
      const { debit, credit, amount } = original;
      return withHash({ ...item, debit: credit, credit: debit, amount });
    }
  }
}

function withHash(item: Omit<TransferItem, 'hash'>): TransferItem {
  return { ...item, hash: transferHash(item) };
}
