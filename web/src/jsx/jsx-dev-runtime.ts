import * as react from 'react/jsx-dev-runtime';
import { withOwnTexts } from './own-texts.ts';

/** `jsx-runtime` as it is compiled to in development. */
export const jsxDEV: typeof react.jsxDEV = (type, props, ...rest) =>
  react.jsxDEV(type, withOwnTexts(type, props), ...rest);
export const { Fragment } = react;
