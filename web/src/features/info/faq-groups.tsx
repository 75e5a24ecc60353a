import { useTexts } from '../../i18n/use-texts.ts';
import { Disclosure, DisclosureList } from '../../ui/pages/disclosure.tsx';
import { InfoSection } from './info-page.tsx';

const GROUPS = [
  { name: 'signIn', questions: ['code', 'locked', 'signedOut', 'language'] },
  { name: 'card', questions: ['lost', 'off', 'number'] },
  { name: 'money', questions: ['available', 'pending', 'declined', 'unknown'] },
  { name: 'safety', questions: ['asked', 'shared'] },
] as const;

/** Questions and answers by subject, each expanded in place. */
export function FaqGroups() {
  const t = useTexts('info');
  return (
    <>
      {GROUPS.map(({ name, questions }) => (
        <InfoSection key={name} title={t(`faqs.${name}`)}>
          <DisclosureList>
            {questions.map((question) => (
              <Disclosure key={question} title={t(`faqs.${name}.${question}.question`)}>
                <p>{t(`faqs.${name}.${question}.answer`)}</p>
              </Disclosure>
            ))}
          </DisclosureList>
        </InfoSection>
      ))}
    </>
  );
}
