import { dollarsOf } from '../../platform/money.ts';
import { ACCOUNT_NAMES } from './account-names.domain.ts';
import { eachAccount } from './account-totals.ts';
import { listBrandsOf } from './float.store.ts';
import { amount, type MadeReport, type ReportCall, text } from './report.types.ts';

type Held = { accounts: number; withMoney: number; above: bigint; below: bigint };

/**
 * Money of cardholders at the end of a period, by brand, as the sum of each of their accounts, beside what the accounts of
 * the programme come to.
 */
export async function makeFloat(call: ReportCall): Promise<MadeReport> {
  const byBrand = new Map<string, Held>();
  const own: { readonly name: string; readonly closing: bigint }[] = [];
  for await (const some of eachAccount(call)) {
    const owned = some.filter(({ kind }) => kind !== 'cardholder');
    own.push(...owned.map(({ kind, closing }) => ({ name: ACCOUNT_NAMES[kind], closing })));
    const ids = some.flatMap(({ kind, id }) => (kind === 'cardholder' ? [id] : []));
    if (ids.length === 0) continue;
    const brands = await call.database.read(call.tenantId, (tx) => listBrandsOf(tx, call.tenantId, ids));
    const brandOf = new Map(brands.map(({ id, brand }) => [id, brand]));
    for (const { kind, id, closing } of some) {
      if (kind !== 'cardholder') continue;
      const name = brandOf.get(id) ?? '';
      const held = byBrand.get(name) ?? { accounts: 0, withMoney: 0, above: 0n, below: 0n };
      held.accounts += 1;
      if (closing !== 0n) held.withMoney += 1;
      if (closing > 0n) held.above += closing;
      else held.below += closing;
      byBrand.set(name, held);
    }
  }
  const brands = [...byBrand].toSorted(([one], [other]) => one.localeCompare(other));
  const sum = (of: (held: Held) => bigint) => brands.reduce((all, [, held]) => all + of(held), 0n);
  const count = (of: (held: Held) => number) => String(brands.reduce((all, [, held]) => all + of(held), 0));
  const held = sum(({ above, below }) => above + below);
  const beside = -own.reduce((all, { closing }) => all + closing, 0n);
  const agrees = held === beside;
  return {
    title: 'Float',
    columns: [
      text('Line', 38),
      text('Accounts', 10),
      text('Not at zero', 12),
      amount('Above zero'),
      amount('Below zero'),
      amount('Held'),
    ],
    rows: [
      ...brands.map(([name, one]) => [
        name === '' ? 'Without a brand' : name,
        String(one.accounts),
        String(one.withMoney),
        one.above,
        one.below,
        one.above + one.below,
      ]),
      [
        'Held for cardholders',
        count(({ accounts }) => accounts),
        count(({ withMoney }) => withMoney),
        sum(({ above }) => above),
        sum(({ below }) => below),
        held,
      ],
      ...own.map(({ name, closing }) => [name, '', '', null, null, closing]),
      ...(agrees ? [] : [['Difference', '', '', null, null, held - beside]]),
    ],
    agrees,
    finding: agrees
      ? 'It is what the accounts of the programme come to.'
      : `It is out by ${dollarsOf(held - beside)}: see the trial balance of the same day.`,
  };
}
