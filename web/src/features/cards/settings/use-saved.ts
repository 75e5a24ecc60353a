import { getCardDetails, getCards } from '@wattle/contract/cards/home.ts';
import { useQueryClient } from '@tanstack/react-query';
import { operationKey } from '../../../api/use-operation.ts';
import { dropEarly } from '../../../early-calls/early-calls.ts';
import type { Failed, Values } from '../../../form/form.domain.ts';
import type { FormRules } from '../../../form/use-form.ts';

/** Refetches the cards shown by the pages after one has changed. */
export function useRefetchCards(): () => Promise<void> {
  const cache = useQueryClient();
  return async () => {
    dropEarly();
    await Promise.all(
      [getCards, getCardDetails].map((stale) => cache.invalidateQueries({ queryKey: operationKey(stale) })),
    );
  };
}

/** The save of a section by the rules of its form. */
export function savingBy<Name extends string>(rules: FormRules<Name>) {
  return async ({ values }: { readonly values: Values<Name> }): Promise<Failed<Name> | null> => {
    const end = await rules.submit(values);
    return end === 'paused' ? null : end;
  };
}
