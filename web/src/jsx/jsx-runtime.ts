import * as react from 'react/jsx-runtime';
import { withOwnTexts } from './own-texts.ts';

/** What JSX of the web compiles to: React's own, with each text in an element of its own. */
export { Fragment } from 'react/jsx-runtime';
export type { JSX } from './jsx-types.d.ts';

export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, withOwnTexts(type, props), key);
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, withOwnTexts(type, props), key);
