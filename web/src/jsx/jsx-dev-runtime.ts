import * as react from 'react/jsx-dev-runtime';
import { withOwnTexts } from './own-texts.ts';

/** `jsx-runtime` as it is compiled to in development. */
export { Fragment } from 'react/jsx-dev-runtime';
export type { JSX } from './jsx-types.d.ts';

export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) =>
  react.jsxDEV(type, withOwnTexts(type, props), ...rest);
