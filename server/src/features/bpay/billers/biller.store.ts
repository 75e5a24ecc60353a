import type { CheckRule } from '@wattle/contract/rules/bill-reference.ts';
import { arrayRows } from '../../../platform/database/array-rows.ts';
import type { Tx } from '../../../platform/database/database.ts';
import type { Biller } from './biller.domain.ts';

type BillerRow = {
  readonly code: string;
  readonly name: string;
  readonly check_rule: CheckRule;
  readonly shortest: number;
  readonly longest: number;
  readonly least: bigint | null;
  readonly most: bigint | null;
  readonly day_limit: bigint | null;
  readonly is_variable: boolean;
  readonly is_restricted: boolean;
  readonly last_day: string | null;
  readonly amount_from: number | null;
  readonly amount_to: number | null;
  readonly day_from: number | null;
  readonly day_to: number | null;
};

const FIND = `
SELECT code, name, check_rule, shortest, longest, least, most, day_limit, is_variable, is_restricted,
       last_day::text, lower(amount_places) AS amount_from, upper(amount_places) - 1 AS amount_to,
       lower(day_places) AS day_from, upper(day_places) - 1 AS day_to
  FROM biller WHERE ltrim(code, '0') = ltrim($1, '0')`;

/** Biller with this code, ignoring leading zeros. */
export async function findBiller(tx: Tx, code: string): Promise<Biller | undefined> {
  const row = await tx.first<BillerRow>(FIND, [code]);
  return (
    row && {
      code: row.code,
      name: row.name,
      rule: row.check_rule,
      shortest: row.shortest,
      longest: row.longest,
      least: row.least,
      most: row.most,
      dayLimit: row.day_limit,
      isVariable: row.is_variable,
      isRestricted: row.is_restricted,
      lastDay: row.last_day,
      amountPlaces: row.amount_from === null || row.amount_to === null ? null : [row.amount_from, row.amount_to],
      dayPlaces: row.day_from === null || row.day_to === null ? null : [row.day_from, row.day_to],
    }
  );
}

const INSERT = `
INSERT INTO biller (code, name, check_rule, shortest, longest, least, most, day_limit, is_variable, is_restricted,
                    last_day, amount_places, day_places)
SELECT b.code, b.name, b.check_rule, b.shortest, b.longest, b.least, b.most, b.day_limit, b.is_variable, b.is_restricted,
       b.last_day, CASE WHEN b.amount_to > 0 THEN int4range(b.amount_from, b.amount_to, '[]') END,
       CASE WHEN b.day_to > 0 THEN int4range(b.day_from, b.day_to, '[]') END
  FROM ${arrayRows('b', 1, {
    code: 'text',
    name: 'text',
    check_rule: 'text',
    shortest: 'smallint',
    longest: 'smallint',
    least: 'bigint',
    most: 'bigint',
    day_limit: 'bigint',
    is_variable: 'boolean',
    is_restricted: 'boolean',
    last_day: 'date',
    amount_from: 'integer',
    amount_to: 'integer',
    day_from: 'integer',
    day_to: 'integer',
  })}`;

/** Replaces the directory. */
export async function replaceBillers(tx: Tx, billers: readonly Biller[]): Promise<void> {
  await tx.run('DELETE FROM biller');
  await tx.run(INSERT, [
    billers.map(({ code }) => code),
    billers.map(({ name }) => name),
    billers.map(({ rule }) => rule),
    billers.map(({ shortest }) => shortest),
    billers.map(({ longest }) => longest),
    billers.map(({ least }) => least),
    billers.map(({ most }) => most),
    billers.map(({ dayLimit }) => dayLimit),
    billers.map(({ isVariable }) => isVariable),
    billers.map(({ isRestricted }) => isRestricted),
    billers.map(({ lastDay }) => lastDay),
    billers.map(({ amountPlaces }) => amountPlaces?.[0] ?? 1),
    billers.map(({ amountPlaces }) => amountPlaces?.[1] ?? null),
    billers.map(({ dayPlaces }) => dayPlaces?.[0] ?? 1),
    billers.map(({ dayPlaces }) => dayPlaces?.[1] ?? null),
  ]);
}

export async function hasBillers(tx: Tx): Promise<boolean> {
  return (await tx.first('SELECT FROM biller LIMIT 1')) !== undefined;
}
