import { TITLES } from './titles.domain.ts';

/** Whether a text is one of the forms of address. */
export function isTitle(text: string): boolean {
  return TITLES.some((value) => value === text);
}
export { askContactCode } from './contact/ask-contact-code.ts';
