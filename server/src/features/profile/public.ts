export { isTitle } from './titles.domain.ts';
export { askContactCode } from './contact/ask-contact-code.ts';
export { isNameOfAnother } from './contact/login-names.store.ts';
export { yieldName } from './contact/yield-name.ts';
