import type { Texts } from '../../i18n/use-texts.ts';

/** Message for a person who is too young. The texts have the words before and after the age. */
export function tooYoungWords(validation: Texts, age: number): string {
  return [validation('osMinAgeAlertMessage1'), age, validation('osMinAgeAlertMessage2')].join(' ');
}
