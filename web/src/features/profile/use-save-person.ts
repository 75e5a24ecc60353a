import { getPersonalDetails } from '@wattle/contract/profile/personal-details.ts';
import { useQueryClient } from '@tanstack/react-query';
import { operationKey } from '../../api/use-operation.ts';
import type { Failed, Values } from '../../form/form.domain.ts';
import { signalPasskeys } from '../access/public.ts';
import type { FormRules } from '../../form/use-form.ts';

/** Refetches the profile after a change, and tells the browser's passkeys about it. */
export function useRefetchPerson(): () => Promise<void> {
  const cache = useQueryClient();
  return () => {
    // The change may be one of the name.
    signalPasskeys().catch(() => undefined);
    return cache.invalidateQueries({ queryKey: operationKey(getPersonalDetails) });
  };
}

/** The save of a section by the rules of its form. */
export function savingBy<Name extends string>(rules: FormRules<Name>) {
  return async ({ values }: { readonly values: Values<Name> }): Promise<Failed<Name> | null> => {
    const end = await rules.submit(values);
    return end === 'paused' ? null : end;
  };
}
