import type { Component, ExoticComponent, JSX as ReactJsx } from 'react';
import * as react from 'react/jsx-runtime';
import type { ElementComponent } from './jsx-types.d.ts';
import { withOwnTexts } from './own-texts.ts';

/** JSX of the web compiles to these: React's own, with each text in a separate element. */
export const jsx: typeof react.jsx = (type, props, key) => react.jsx(type, withOwnTexts(type, props), key);
export const jsxs: typeof react.jsxs = (type, props, key) => react.jsxs(type, withOwnTexts(type, props), key);
export const { Fragment } = react;

/** React's own types, without components that answer a bare text. */
// oxlint-disable-next-line typescript/no-namespace -- the compiler looks for this name
export declare namespace JSX {
  /* oxlint-disable typescript/no-explicit-any -- of any properties, as React has it */
  type ElementType =
    | keyof ReactJsx.IntrinsicElements
    | ExoticComponent<any>
    | (new (
        props: any,
      ) => Component<any, any>)
    | ElementComponent<any>;
  /* oxlint-enable typescript/no-explicit-any */
  type Element = ReactJsx.Element;
  type ElementClass = ReactJsx.ElementClass;
  type ElementAttributesProperty = ReactJsx.ElementAttributesProperty;
  type ElementChildrenAttribute = ReactJsx.ElementChildrenAttribute;
  type LibraryManagedAttributes<C, P> = ReactJsx.LibraryManagedAttributes<C, P>;
  type IntrinsicAttributes = ReactJsx.IntrinsicAttributes;
  type IntrinsicClassAttributes<T> = ReactJsx.IntrinsicClassAttributes<T>;
  type IntrinsicElements = ReactJsx.IntrinsicElements;
}
