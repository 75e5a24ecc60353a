import { lineText } from '@wattle/contract/rules/typed-text.ts';
import { LOGIN_METHOD } from '@wattle/contract/brands/brand.ts';
import { updateAccessDetails } from '@wattle/contract/profile/contacts.ts';
import { useBrand } from '../../brand/brand.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { Field } from '../../ui/fields/field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import type { Person } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

const USERNAME = /^(?=.*\p{L})[\p{L}\d][\p{L}\d._-]{2,63}$/u;
const NUMBER = /^\d{9}(-\d{2})?$/;
const NOMINEE = /^\d{9}-\d{2}$/;

/** Whether the brand lets this person choose a sign-in name. A nominee has no choice. */
export function useMayChooseUsername({ UserName }: Person): boolean {
  const { LoginMethodId, AllowEditUsernameAndSecurityQuestion: mayEdit } = useBrand();
  const takesNames = LoginMethodId === LOGIN_METHOD.account || LoginMethodId === LOGIN_METHOD.emailOrAccount;
  return mayEdit && takesNames && !NOMINEE.test(UserName);
}

type UsernameSectionProps = { readonly section: OpenSection; readonly person: Person };

/** Username, where the brand has them. The account number remains valid for sign-in. */
export function UsernameSection({ section, person }: UsernameSectionProps) {
  const t = useTexts('myAccount');
  const validation = useTexts('validation');
  const refetch = useRefetchPerson();
  const fields = {
    username: { label: t('username.choose'), called: t('username.called'), id: 'username' },
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true, id: 'username-password' },
  };
  const rules = operationRules(fields, {
    operation: updateAccessDetails,
    body: ({ username, password }) => ({ UserName: username, currentpassword: password }),
    names: { UserName: 'username', currentpassword: 'password' },
    also: ({ username, password }) => {
      const typed = lineText(username);
      const isName = USERNAME.test(typed);
      return {
        ...(typed === '' || isName ? {} : { username: 'userNameInvalid' }),
        ...(password === '' ? { password: 'required' } : {}),
      };
    },
    // A well-formed name that was refused is taken.
    onRefused: ({ code, field }) =>
      code === '20010' && field === 'UserName' ? { problems: { username: 'username.taken' } } : undefined,
    onDone: refetch,
  });
  return (
    <EditSection
      section={section}
      id="username-section"
      title={t('username.choose')}
      hint={t('username.hint')}
      rows={[{ term: t('username'), value: person.UserName }]}
      saved={{
        username: NUMBER.test(person.UserName) || person.UserName.includes('@') ? '' : person.UserName,
        password: '',
      }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      problemWords={(name, key) =>
        key === 'username.taken' ? t('username.taken') : validation(key, { field: fields[name].called })
      }
      action={t('username.save')}
    >
      {(form) => (
        <>
          <Field
            {...form.field('username')}
            label={t('username.choose')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            limit={64}
          />
          <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
        </>
      )}
    </EditSection>
  );
}
