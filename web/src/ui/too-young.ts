import type { Texts } from '../i18n/use-texts.ts';

/** Says that somebody is too young. The validation texts have the words before the age and those after it. */
export function tooYoungWords(validation: Texts, age: number): string {
  return [validation('osMinAgeAlertMessage1'), age, validation('osMinAgeAlertMessage2')].join(' ');
}
