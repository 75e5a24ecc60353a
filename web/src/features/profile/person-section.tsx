import { NameFields } from '../../ui/fields/name-fields.tsx';
import { lacksFirstName, oneNameOf, sentName } from '../../ui/fields/one-name.ts';
import { updatePersonalDetails } from '@wattle/contract/profile/change-personal-details.ts';
import { useBusinessDay } from '../../api/use-business-day.ts';
import { operationRules } from '../../form/operation-rules.ts';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { EditSection, type OpenSection } from '../../journey/edit-section.tsx';
import { DateOfBirthField } from '../../ui/fields/date-of-birth-field.tsx';
import { PasswordField } from '../../ui/fields/password-field.tsx';
import { birthDateProblem, isoBirthDate, typedBirthDate, withCapitals } from '../../ui/fields/person-entry.ts';
import { Select } from '../../ui/fields/select.tsx';
import { type Person, whoRows } from './person.domain.ts';
import { savingBy, useRefetchPerson } from './use-save-person.ts';

type PersonSectionProps = {
  readonly section: OpenSection;
  readonly person: Person;
  readonly titles: readonly { readonly value: string; readonly label: string }[];
};

/** Name and date of birth of a user whose identity is not verified. */
export function PersonSection({ section, person, titles }: PersonSectionProps) {
  const t = useTexts('myAccount');
  const format = useFormat();
  const fieldTexts = useTexts('fields');
  const validation = useTexts('validation');
  const refetch = useRefetchPerson();
  const today = useBusinessDay();
  const fields = {
    title: { label: t('person.title'), called: t('person.titleCalled'), isChosen: true, id: 'person-title' },
    first: { label: t('person.first'), called: t('person.firstCalled'), id: 'person-first' },
    middle: { label: t('person.middle'), called: t('person.middleCalled'), id: 'person-middle' },
    last: { label: t('person.last'), called: t('person.lastCalled'), id: 'person-last' },
    oneName: { label: '', called: '' },
    birth: { label: t('birthDate'), called: t('person.birthCalled'), id: 'person-birth' },
    password: { label: t('password.old'), called: t('password.oldCalled'), isSecret: true, id: 'person-password' },
  };
  type Name = keyof typeof fields;
  const rules = operationRules(fields, {
    operation: updatePersonalDetails,
    body: ({ title, first, middle, last, oneName, birth, password }) => ({
      // A user may have none on record and need not add one.
      ...(title !== '' && { Title: title }),
      FirstName: sentName(oneName, first),
      MiddleName: sentName(oneName, middle),
      Surname: last,
      ...(birth !== '' && { UnparsedDateOfBirth: isoBirthDate(birth, today) ?? '1900-01-01' }),
      currentpassword: password,
    }),
    names: {
      Title: 'title',
      FirstName: 'first',
      MiddleName: 'middle',
      Surname: 'last',
      UnparsedDateOfBirth: 'birth',
      currentpassword: 'password',
    },
    also: ({ first, oneName, birth, password }) => {
      const problem = birth === '' ? null : birthDateProblem(birth, today);
      return {
        ...(lacksFirstName(oneName, first) && { first: 'required' }),
        ...(problem && { birth: problem }),
        ...(password === '' && { password: 'required' }),
      };
    },
    onDone: refetch,
  });
  const problemWords = (name: Name, key: string) =>
    key.startsWith('select') ? fieldTexts(key) : validation(key, { field: fields[name].called });
  return (
    <EditSection
      section={section}
      id="person-details"
      title={t('person.heading')}
      hint={t('person.hint')}
      rows={whoRows(person, t, format)}
      saved={{
        title: person.Title,
        first: person.FirstName,
        middle: person.MiddleName,
        last: person.Surname,
        oneName: oneNameOf(person.FirstName, person.Surname),
        birth: typedBirthDate(person.UnparsedDateOfBirth || null),
        password: '',
      }}
      fields={fields}
      check={rules.check}
      save={savingBy(rules)}
      problemWords={problemWords}
      action={t('person.save')}
    >
      {(form) => {
        const birth = form.choice('birth');
        const name = (which: 'first' | 'middle' | 'last') => {
          const field = form.field(which);
          return { ...field, label: fields[which].label, onBlur: () => field.onValue(withCapitals(field.value)) };
        };
        return (
          <>
            <Select
              {...form.choice('title')}
              label={t('person.title')}
              {...(person.Title === '' && { prompt: fieldTexts('choose') })}
              options={titles}
              autoComplete="honorific-prefix"
            />
            <NameFields
              first={name('first')}
              middle={name('middle')}
              last={name('last')}
              oneName={form.field('oneName')}
            />
            <DateOfBirthField
              id={birth.id}
              label={t('birthDate')}
              rule={{ today }}
              value={birth.value}
              onValue={birth.onValue}
              onLeave={birth.onLeave}
              error={birth.error}
              problem={birth.error === undefined ? undefined : (birthDateProblem(birth.value, today) ?? undefined)}
            />
            <PasswordField {...form.field('password')} label={t('password.old')} autoComplete="current-password" />
          </>
        );
      }}
    </EditSection>
  );
}
