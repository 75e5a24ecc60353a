import './new-password-field.css';
import { meetsNeed, PASSWORD_MINIMUM_LENGTH, PASSWORD_NEEDS } from '@wattle/contract/rules/password-rule.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { classNames } from '../class-names.ts';
import type { FieldProps } from './field.tsx';
import { Icon } from '../icon.tsx';
import { PasswordField } from './password-field.tsx';

type NewPasswordFieldProps = Omit<FieldProps, 'type' | 'end' | 'note' | 'autoComplete'>;

/** Entry of a new password with its requirements, listed in advance and ticked while typing. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const t = useTexts('fields');
  const met = PASSWORD_NEEDS.filter((need) => meetsNeed(props.value, need));
  return (
    <PasswordField
      {...props}
      autoComplete="new-password"
      note={
        <>
          <ul className="password-needs">
            {PASSWORD_NEEDS.map((need) => {
              const isMet = met.includes(need);
              return (
                <li key={need} className={classNames('password-needs__one', isMet && 'password-needs__one--met')}>
                  {isMet ? <Icon name="check" size="s" /> : <span className="password-needs__ring" />}
                  <span>
                    {t(`password.${need}`, { count: PASSWORD_MINIMUM_LENGTH })}
                    {isMet ? <span className="visually-hidden"> {t('password.met')}</span> : null}
                  </span>
                </li>
              );
            })}
          </ul>
          <p className="visually-hidden" role="status">
            {props.value === '' ? '' : t('password.count', { met: met.length, all: PASSWORD_NEEDS.length })}
          </p>
        </>
      }
    />
  );
}
