import type { Component, ExoticComponent, JSX as ReactJsx, ReactElement } from 'react';

type Elements = ReactElement | null | readonly Elements[];

/** A component draws elements: a bare text that it answered would not be in an element of its own. */
export type ElementComponent<Props = object> = (props: Props) => Elements;

/** React's own types, without components that answer a bare text. */
export namespace JSX {
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
