export { isTitle } from './titles.domain.ts';
export { askContactCode } from './contact/ask-contact-code.ts';
