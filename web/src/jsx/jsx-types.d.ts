import type { ReactElement } from 'react';

type Elements = ReactElement | null | readonly Elements[];

/** A component draws elements: a bare text that it answered would not be in an element of its own. */
export type ElementComponent<Props = object> = (props: Props) => Elements;
