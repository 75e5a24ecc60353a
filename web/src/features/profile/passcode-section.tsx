import '../../journey/edit-section.css';
import { deletePasscode, verifyIfPasscodeIsSet } from '@wattle/contract/access/passcodes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '../../router/public.ts';
import { operationKey, useOperation } from '../../api/use-operation.ts';
import { useBrand } from '../../brand/brand.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { paths } from '../../paths.ts';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { SummaryList } from '../../ui/pages/summary-list.tsx';
import { noteHasPasscode } from '../access/public.ts';
import { savingBy } from './use-save-person.ts';

/** Shows whether this device has a passcode, and deletes the passcode with the current password. */
export function PasscodeSection({ section }: { readonly section: OpenSection }) {
  const t = useTexts('myAccount');
  const cache = useQueryClient();
  const { BrandIdentifier } = useBrand();
  const isSet = useOperation(verifyIfPasscodeIsSet, {}).data?.passcodeIsSet;
  const fields = {
    passcodePassword: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true },
  };
  const rules = operationRules(fields, {
    operation: deletePasscode,
    body: ({ passcodePassword }) => ({ currentpassword: passcodePassword }),
    names: { currentpassword: 'passcodePassword' },
    also: ({ passcodePassword }) => (passcodePassword === '' ? { passcodePassword: 'required' } : {}),
    onDone: async () => {
      noteHasPasscode(BrandIdentifier, false);
      await cache.invalidateQueries({ queryKey: operationKey(verifyIfPasscodeIsSet) });
    },
  });
  if (!isSet) return <NoPasscode isKnown={isSet === false} />;
  return (
    <EditSection
      section={section}
      id="passcode"
      title={t('passcode.title')}
      hint={t('passcode.hint')}
      rows={[{ term: t('passcode.title'), value: t('passcode.set') }]}
      saved={{ passcodePassword: '' }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      action={t('passcode.delete')}
    >
      {(form) => (
        <PasswordField {...form.field('passcodePassword')} label={t('password.old')} autoComplete="current-password" />
      )}
    </EditSection>
  );
}

/** Set on a separate page, for the device that it is opened on. */
function NoPasscode({ isKnown }: { readonly isKnown: boolean }) {
  const t = useTexts('myAccount');
  return (
    <section className="edit-section" aria-labelledby="passcode-title">
      <div className="edit-section__head">
        <h2 className="edit-section__title" id="passcode-title">
          {t('passcode.title')}
        </h2>
        {isKnown ? (
          <Link className="edit-section__change" to={paths.setLoginPin()}>
            {t('passcode.setUp')}
          </Link>
        ) : null}
      </div>
      <SummaryList
        layout="sides"
        heading={t('passcode.title')}
        rows={[{ term: t('passcode.title'), value: isKnown ? t('passcode.none') : '' }]}
      />
    </section>
  );
}
