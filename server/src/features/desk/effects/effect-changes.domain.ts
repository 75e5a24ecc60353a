import type { Effect } from '../desk-command.ts';

/** Relation of a line of an effect to the line when the request was made. */
export type EffectSince = '' | 'changed' | 'new' | 'gone';
export type ComparedEffect = Effect & {
  readonly since: EffectSince;
  /** State and change when the request was made; empty when they are the same now. */
  readonly beforeAsked: string;
  readonly changeAsked: string;
};

/**
 * Compares an effect with the one when the request was made. `asked` is null for requests from before effects were
 * stored.
 */
export function compareEffects(now: readonly Effect[], asked: readonly Effect[] | null): readonly ComparedEffect[] {
  if (!asked) return now.map((line) => ({ ...line, since: '', beforeAsked: '', changeAsked: '' }));
  const then = new Map(asked.map((line) => [line.what, line]));
  const lines = now.map((line): ComparedEffect => {
    const old = then.get(line.what);
    if (!old) return { ...line, since: 'new', beforeAsked: '', changeAsked: '' };
    const isSame = old.before === line.before && old.change === line.change && old.after === line.after;
    return isSame
      ? { ...line, since: '', beforeAsked: '', changeAsked: '' }
      : { ...line, since: 'changed', beforeAsked: old.before, changeAsked: old.change };
  });
  const shown = new Set(now.map(({ what }) => what));
  const gone = asked
    .filter(({ what }) => !shown.has(what))
    .map(
      ({ what, before, change }): ComparedEffect => ({
        what,
        before: '',
        change: '',
        after: '',
        since: 'gone',
        beforeAsked: before,
        changeAsked: change,
      }),
    );
  return [...lines, ...gone];
}

const DOLLARS = /^-?\d+\.\d\d$/;

/**
 * The part of an effect that the approver agrees to: changes, amounts and states. Balances are left out because they
 * change all the time.
 */
export function agreedOf(effect: readonly Effect[]): readonly Partial<Effect>[] {
  return effect.map(({ what, before, change, after }) => {
    const isMoney = DOLLARS.test(before) && DOLLARS.test(after);
    return isMoney ? { what, change } : { what, before, change, after };
  });
}
