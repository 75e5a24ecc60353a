import { readStored, store } from '@wattle/web/browser/storage.ts';
import { Field } from '@wattle/web/ui/fields/field.tsx';
import { NumberField } from '@wattle/web/ui/fields/number-field.tsx';
import { type Texts, useTexts } from '@wattle/web/i18n/use-texts.ts';
import type { Failure } from '../calls/send.ts';
import { useFailureWords } from '../ui/refusal-words.ts';
import { Say } from '../ui/say.tsx';

const STORAGE_KEY = 'wattle.desk.member';
type Kept = { readonly tenant?: string; readonly name?: string };

/** Member who has signed in here last: the programme and the name, never a secret. */
export function rememberedMember(): { readonly tenant: string; readonly name: string } {
  const { tenant = '', name = '' } = (readStored('localStorage', STORAGE_KEY) ?? {}) as Kept;
  return { tenant, name };
}

export function rememberMember(tenant: string, name: string): void {
  store('localStorage', STORAGE_KEY, { tenant, name } satisfies Kept);
}

type MemberValues = { readonly tenant: string; readonly name: string };

/** Problems of a programme and a name. */
export function memberProblems(t: Texts, { tenant, name }: MemberValues): Partial<MemberValues> {
  return {
    ...(/^[1-9]\d{0,8}$/.test(tenant) ? {} : { tenant: t('signIn.programmeMissing') }),
    ...(name === '' ? { name: t('signIn.nameMissing') } : {}),
  };
}

type FieldOf = (name: 'tenant' | 'name') => {
  readonly id: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onValue: (value: string) => void;
};

/** The programme and the name of a member of staff. */
export function MemberFields({ field }: { readonly field: FieldOf }) {
  const t = useTexts('desk');
  return (
    <>
      <NumberField
        {...field('tenant')}
        name="programme"
        label={t('signIn.programme')}
        hint={t('signIn.programmeHint')}
        autoComplete="organization"
      />
      <Field
        {...field('name')}
        name="username"
        label={t('signIn.name')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
    </>
  );
}

/** Reason why a form of this page was refused. */
export function EntryFailure({ failure }: { readonly failure: Failure | undefined }) {
  const words = useFailureWords();
  if (!failure) return null;
  return (
    <Say tone="bad" isNews>
      {words(failure)}
    </Say>
  );
}
